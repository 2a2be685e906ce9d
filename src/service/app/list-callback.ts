import type { Denial } from '../accounts/index.js';
import type { AppParts } from './parts.js';

const NO_SECRET =
  'The account has no webhook secret, which a callback is signed with: have the operator of the service run "email-check webhooks set", or leave "callback" out.';

/** The URL that an upload names for the webhook of its list, or why it is refused. */
export const callbackIn = async (
  text: string,
  accountId: number,
  webhooks: AppParts['webhooks'],
): Promise<{ readonly callback?: string } | { readonly denial: Denial }> => {
  if (text === '') return {};
  const fault = webhooks.urlFault(text) ?? ((await webhooks.hasSecret(accountId)) ? undefined : NO_SECRET);
  return fault === undefined ? { callback: new URL(text).href } : { denial: { kind: 'bad-request', words: fault } };
};
