import type { DraftInfo } from '../../../wire/console/index.js';

/** A list that is given to the service: a file, a text that was pasted, or a URL. */
export type IntakeSource =
  | { readonly kind: 'file'; readonly name: string; readonly content: Blob }
  | { readonly kind: 'url'; readonly name: string; readonly url: string };

/** How far a list has come on its way to a draft. */
export type Intake =
  /** `fault`: why the last one was not taken. */
  | { readonly step: 'idle'; readonly fault: string }
  /** Its start is looked at. */
  | { readonly step: 'checking'; readonly name: string }
  /** `sent`: bytes of a file; once all are sent, the service reads them. */
  | { readonly step: 'sending'; readonly source: IntakeSource; readonly sent: number }
  /** `column`: another one that is being read. */
  | {
      readonly step: 'draft';
      readonly source: IntakeSource;
      readonly draft: DraftInfo;
      readonly column?: number;
      readonly fault: string;
    };

export type IntakeEvent =
  | { readonly type: 'chosen'; readonly name: string }
  | { readonly type: 'accepted'; readonly source: IntakeSource }
  | { readonly type: 'progress'; readonly sent: number }
  | { readonly type: 'column'; readonly column: number }
  | { readonly type: 'read'; readonly draft: DraftInfo }
  | { readonly type: 'failed'; readonly fault: string }
  /** Stopped, discarded or started. */
  | { readonly type: 'closed' };

/** Nothing was given yet. */
export const IDLE: Intake = { step: 'idle', fault: '' };

/** The next state. Events that do not fit the state change nothing: they are late. */
export const nextIntake = (intake: Intake, event: IntakeEvent): Intake => {
  switch (event.type) {
    case 'chosen':
      return { step: 'checking', name: event.name };
    case 'accepted':
      return { step: 'sending', source: event.source, sent: 0 };
    case 'progress':
      return intake.step === 'sending' ? { ...intake, sent: Math.max(intake.sent, event.sent) } : intake;
    case 'column':
      return intake.step === 'draft' ? { ...intake, column: event.column, fault: '' } : intake;
    case 'read':
      if (intake.step !== 'sending' && intake.step !== 'draft') return intake;
      return { step: 'draft', source: intake.source, draft: event.draft, fault: '' };
    case 'failed': {
      if (intake.step !== 'draft') return { step: 'idle', fault: event.fault };
      const { column: _, ...draft } = intake;
      return { ...draft, fault: event.fault };
    }
    case 'closed':
      return IDLE;
  }
};
