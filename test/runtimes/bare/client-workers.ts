import { env } from 'cloudflare:workers';
import { createClient } from '../../../src/client/index.js';

/** One client for all requests: most of them wait for another one's call to end. */
const client = createClient({ apiKey: env.EMAIL_CHECK_KEY, baseUrl: env.EMAIL_CHECK_URL, concurrency: 1 });

export default { fetch: async (): Promise<Response> => Response.json(await client.balance()) };
