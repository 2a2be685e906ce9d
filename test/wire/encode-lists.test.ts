import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeListStatus, decodeUpload, encodeListStatus, encodeUpload } from '../../src/wire/index.js';

describe('encoded lists', () => {
  it('are decoded to the original', () => {
    const list = { listId: '77', listName: 'May' };
    const upload = encodeUpload(list, 'service');
    assert.deepEqual(decodeUpload(upload.status, upload.body, 'service'), { ok: true, value: list });
    for (const status of ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const) {
      const downloadLink = status === 'completed' ? 'https://check.example.com/77.csv' : '';
      const state = {
        listId: '77',
        status,
        percentage: 40,
        downloadLink,
        reason: status === 'failed' ? 'The list has no line with an address in it.' : '',
        column: status === 'completed' ? 'E-Mail' : '',
      };
      const encoded = encodeListStatus(state, 'service');
      assert.deepEqual(decodeListStatus(encoded.status, encoded.body, 'service'), { ok: true, value: state });
    }
  });

  it('have every scalar a string', () => {
    assert.deepEqual(
      encodeListStatus(
        { listId: '7', status: 'queued', percentage: 0, downloadLink: '', reason: '', column: '' },
        'service',
      ).body,
      {
        service: { list_id: '7', status: 'queued', percentage: '0', download_link: '' },
        success: '1',
      },
    );
  });
});
