import type { Handler } from './parts.js';

/** Page for people who find the service: visitors of its URL, and operators of mail hosts that it has asked. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>An email address checker</title>
<h1>An email address checker</h1>
<p>This is an email-check service. Programs ask it at <code>/v1/</code> whether an email address can receive mail. It has nothing for visitors.</p>
<p>For developers: <code>GET /v1/?api=KEY&amp;email=ADDRESS</code> checks an address. Ask the operator of this service for a key. The page <code>docs/service.md</code> in the service's package has all calls.</p>
<p>For operators of mail servers: this machine connects to mail servers and asks whether a mailbox exists. It sends no mail.</p>
</html>
`;

const DAY_SECONDS = 86_400;

/** A page that explains what this service is, and loads nothing else. */
export const frontPage: Handler = (c) => {
  c.header('Cache-Control', `public, max-age=${DAY_SECONDS}`);
  return c.html(PAGE);
};
