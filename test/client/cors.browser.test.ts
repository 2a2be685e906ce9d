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
  it('says that CORS keeps the answers from it', async () => {
    const error = await errorOf(elsewhere);
    expect([error.code, error.reason]).to.deep.equal(['network', 'cors']);
    expect(error.message).to.contain('CORS');
    expect(error.cause).to.be.instanceOf(Error);
    expect(`${error.message} ${String(error.cause)}`).not.to.contain('public_key');
  });

  it('blames no CORS where nobody is there', async () => {
    const error = await errorOf('http://127.0.0.1:9');
    expect([error.code, error.reason]).to.deep.equal(['network', undefined]);
  });

  it('takes a path of its own site', async () => {
    // What is there is not the interface.
    const error: unknown = await createClient({ baseUrl: '/nowhere' })
      .validate('jane@example.com')
      .catch((reason: unknown) => reason);
    expect((error as ConnectionError).code).to.equal('bad-answer');
  });
});
