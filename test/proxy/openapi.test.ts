import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { failures, requestFaults } from '../../src/proxy/failures.js';
import { proxyRoutes } from '../../src/proxy/routes.js';
import { description, operationFor, operationsOf } from './described.js';

describe('the description of the key proxy', () => {
  it('is OpenAPI 3.1', async () => {
    for (const options of [{}, { mount: '/api/email', envelope: 'result', allow: ['append'] as const }]) {
      const validator = new Validator();
      assert.deepEqual(await validator.validate({ ...description(options) }), { valid: true });
      assert.equal(validator.version, '3.1');
    }
  });

  it('has every call with its methods and parameters, each of which it explains', () => {
    const described = description();
    for (const [name, { methods, call, fileCall }] of Object.entries(proxyRoutes))
      for (const method of methods) {
        const operation = operationFor(described, name === 'logo' ? '/logo/example.com' : `/${name}`, method);
        assert.ok(operation, `${method} ${name}`);
        const { parameters = [], requestBody } = operation;
        const properties = requestBody?.content['application/json']?.schema.properties ?? {};
        const shown =
          method === 'POST' && !fileCall
            ? Object.entries(properties).map(([each, schema]) => [each, schema.description])
            : parameters.filter((each) => each.in !== 'header').map((each) => [each.name, each.description]);
        assert.deepEqual(
          shown.map(([each]) => each),
          [
            ...(name === 'logo' ? ['domain'] : []),
            ...Object.keys((method === 'POST' && fileCall ? fileCall : call).parameters),
          ],
          name,
        );
        for (const [each, words] of shown) assert.ok(words, `${name}: ${each}`);
      }
    const ids = operationsOf(described).map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, 13);
    assert.deepEqual(Object.keys(operationFor(described, '/lists/upload', 'POST')?.requestBody?.content ?? {}), [
      'text/csv',
      'text/plain',
    ]);
  });

  it('has the header of account calls for every method, and for no other calls', () => {
    for (const { path, operation } of operationsOf(description())) {
      const headers = (operation.parameters ?? []).filter((each) => each.in === 'header');
      const isOfAccount = operation.tags.includes('account');
      assert.deepEqual(
        headers.map(({ name, required, schema }) => [name, required, schema.const]),
        isOfAccount ? [['email-check', true, '1']] : [],
        path,
      );
    }
  });

  it('follows the tables', () => {
    const { validate, balance } = proxyRoutes;
    const call = {
      ...validate.call,
      parameters: { ...validate.call.parameters, since: { kind: 'date', required: true } },
    } as const;
    const described = description({
      routes: {
        ...proxyRoutes,
        validate: { ...validate, call },
        balance: { ...balance, methods: ['POST'], openTo: 'page' },
      },
    });
    const since = operationFor(described, '/validate', 'GET')?.parameters?.find(({ name }) => name === 'since');
    assert.deepEqual([since?.required, since?.schema.pattern], [true, String.raw`^\d{2}-\d{2}-\d{2}$`]);
    assert.ok(
      operationFor(described, '/validate', 'POST')?.requestBody?.content['application/json']?.schema.required?.includes(
        'since',
      ),
    );
    assert.deepEqual(Object.keys(described.paths['/balance'] ?? {}), ['post']);
    assert.deepEqual(operationFor(described, '/balance', 'POST')?.tags, ['pages']);
  });

  it('has every status and code that there is', () => {
    const { components } = description();
    const text = JSON.stringify(components);
    for (const [code, { status, words }] of Object.entries(failures))
      assert.ok(components.responses[status]?.description.includes(`\`${code}\`: ${words}`), code);
    for (const status of Object.keys(requestFaults)) assert.ok(components.responses[status], status);
    assert.match(text, /no credits left/);
  });

  it('has the names and the path that the site chose, and the parameters that it allows', () => {
    const described = description({ mount: '/api/email', envelope: 'result', allow: ['append'] });
    assert.equal(described.servers[0]?.variables.mount.default, '/api/email');
    assert.doesNotMatch(JSON.stringify(described), /"service":/);
    assert.deepEqual(
      operationFor(described, '/validate', 'GET')?.parameters?.map(({ name }) => name),
      ['email', 'append'],
    );
    assert.doesNotMatch(JSON.stringify(described), /unless the option `allow` names it/);
  });
});
