import { expect } from '@open-wc/testing';
import { ConnectionError, createClient } from '../../src/client/index.js';

/** The same server under another name: another origin, which allows this page nothing. */
const elsewhere = `${location.protocol}//127.0.0.1:${location.port}`;

const errorOf = async (baseUrl: string): Promise<ConnectionError> => {
  const error: unknown = await createClient({ baseUrl, apiKey: 'public_key' })
    .validate('jane@example.com')
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(error).to.be.instanceOf(ConnectionError);
  return error as ConnectionError;
};

describe('a client in a page', () => {
  it('reports that CORS blocks the answers', async () => {
    const error = await errorOf(elsewhere);
    expect([error.code, error.reason]).to.deep.equal(['network', 'cors']);
    expect(error.message).to.contain('CORS');
    expect(error.cause).to.be.instanceOf(Error);
    expect(`${error.message} ${String(error.cause)}`).not.to.contain('public_key');
  });

  /** Reaches nobody; the question that follows is answered by nobody either. */
  const stuck =
    (onAsked: () => void): typeof fetch =>
    (_, init) => {
      if (init?.mode !== 'no-cors') return Promise.reject(new TypeError('Failed to fetch'));
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
        onAsked();
      });
    };
  const codeOf = (error: unknown): unknown => (error as ConnectionError).code;

  it('checks for CORS within the timeout of the call', async () => {
    let wasAsked = false;
    const client = createClient({ baseUrl: elsewhere, timeout: 500, fetch: stuck(() => (wasAsked = true)) });
    const late = new Promise((resolve) => setTimeout(resolve, 2500, 'late'));
    expect(await Promise.race([late, client.balance().catch(codeOf)])).to.equal('network');
    expect(wasAsked).to.equal(true);
  });

  it('checks for CORS until the caller cancels the call', async () => {
    const leaving = new AbortController();
    const client = createClient({ baseUrl: elsewhere, fetch: stuck(() => leaving.abort()) });
    const late = new Promise((resolve) => setTimeout(resolve, 2500, 'late'));
    const call = client.balance({ signal: leaving.signal }).catch(codeOf);
    expect(await Promise.race([late, call])).to.equal('aborted');
  });

  it('does not blame CORS if no server answers', async () => {
    const error = await errorOf('http://127.0.0.1:9');
    expect([error.code, error.reason]).to.deep.equal(['network', undefined]);
  });

  it('accepts a path of its own site', async () => {
    // What is there is not the interface.
    const error: unknown = await createClient({ baseUrl: '/nowhere' })
      .validate('jane@example.com')
      .catch((reason: unknown) => reason);
    expect((error as ConnectionError).code).to.equal('bad-answer');
  });
});
