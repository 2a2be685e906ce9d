import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { connect } from '../../../src/service/net/connect.js';
import { listen } from '../probe/raw-host.js';

const failsWith = (code: string) => ({ name: 'ConnectError', code });

describe('connections', () => {
  it('are opened to loopback only if that is allowed', async () => {
    const host = await listen((socket) => socket.end('hello'));
    const options = { address: '127.0.0.1', port: host.port, timeoutMs: 1000 };
    await assert.rejects(connect(options), failsWith('forbidden'));
    const socket = await connect({ ...options, allowLoopback: true });
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    assert.equal(bytes.toString(), 'hello');
    socket.destroy();
    await host.close();
  });

  it('are never opened to a name', async () => {
    await assert.rejects(
      connect({ address: 'localhost', port: 25, timeoutMs: 1000, allowLoopback: true }),
      failsWith('forbidden'),
    );
  });

  it('report a refusal', async () => {
    const host = await listen(() => undefined);
    await host.close();
    await assert.rejects(
      connect({ address: '127.0.0.1', port: host.port, timeoutMs: 1000, allowLoopback: true }),
      failsWith('refused'),
    );
  });

  it('are not opened for a caller who left', async () => {
    const options = {
      address: '127.0.0.1',
      port: 25,
      timeoutMs: 1000,
      allowLoopback: true,
      signal: AbortSignal.abort(),
    };
    await assert.rejects(connect(options), failsWith('aborted'));
  });
});
