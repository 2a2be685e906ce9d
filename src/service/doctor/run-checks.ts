import { orLate, withSignal } from '../../timing/index.js';
import type { Check } from './check.js';
import { checks } from './checks/index.js';
import { Facts, type DoctorParts } from './facts.js';
import { levelOf, yellow, type Diagnosis, type NamedFinding } from './finding.js';
import type { DoctorSettings } from './settings.js';

/** Timeout of one check, of which some wait for what others ask too, and of all together, in milliseconds. */
const CHECK_MS = 30_000;
const ALL_MS = 45_000;

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly checkMs?: number;
  readonly allMs?: number;
}

const RETRY = 'Run email-check doctor again';

/**
 * Looks at everything at once: no check waits for another, and what several need is asked once. Never rejects. With the signal, what is being
 * asked is given up.
 */
export const runChecks = (
  settings: DoctorSettings,
  parts: DoctorParts,
  { signal, checkMs = CHECK_MS, allMs = ALL_MS }: RunOptions = {},
): Promise<Diagnosis> =>
  withSignal({ milliseconds: allMs, signals: [signal] }, async (own) => {
    const facts = new Facts(settings, parts, own);
    const late = yellow(`There was no result within ${checkMs / 1000} seconds.`, RETRY);
    const find = async ({ name, look }: Check): Promise<NamedFinding> => {
      try {
        return { check: name, ...(await orLate(look(facts), Math.min(checkMs, allMs), late)) };
      } catch (error) {
        return {
          check: name,
          ...yellow(`The check failed: ${error instanceof Error ? error.message : 'unknown error'}.`, RETRY),
        };
      }
    };
    const at = parts.now();
    const findings = await Promise.all(checks.map(find));
    return { at, level: levelOf(findings), findings };
  });
