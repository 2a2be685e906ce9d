import { env } from 'cloudflare:workers';
import { createKeyProxy } from '../../../src/proxy/index.js';

// Handlers of Workers are given their bindings.
export default { fetch: createKeyProxy({ apiKey: env.EMAIL_CHECK_KEY, baseUrl: env.EMAIL_CHECK_URL }) };
