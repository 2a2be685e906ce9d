/**
 * The two names for which the interface document has neutral words. A real service may use its own: every decoder,
 * encoder and call accepts them as options, and these are the defaults.
 */
export interface WireNames {
  /** The JSON object that wraps a result. */
  readonly envelope: string;
  /** The query parameter that asks for accept-all detection at hosted-workspace mail hosts. */
  readonly workspaceParam: string;
}

/** Fields beside the envelope in answers: an envelope cannot have their names. */
export const fieldsBesideEnvelope = ['success', 'error', 'message', 'balance'] as const;

/** The neutral names of the interface document. */
export const neutralNames = { envelope: 'service', workspaceParam: 'workspace' } as const satisfies WireNames;
