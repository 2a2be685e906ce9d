import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { homeOf, hrefOf, pathOf, pathTo, placeOf, type ViewName } from '../../src/console/place.js';

const views = [
  { scope: 'account', name: '' },
  { scope: 'account', name: 'live' },
  { scope: 'account', name: 'lists' },
  { scope: 'operator', name: 'accounts' },
  { scope: 'operator', name: 'live' },
  { scope: 'session', name: 'sessions' },
] as const satisfies readonly ViewName[];

const all = {};
const own = { account: 3 };

describe('the place that a path leads to', () => {
  const rows: readonly (readonly [path: string, reach: { account?: number }, wanted: string])[] = [
    ['/accounts/3', all, 'account/ 3 ""'],
    ['/accounts/3', own, 'account/ 3 ""'],
    ['/accounts/3/live', own, 'account/live 3 ""'],
    ['/accounts/3/lists/ab12', own, 'account/lists 3 "ab12"'],
    ['/accounts/3/lists/a%2Fb/c%20d', all, 'account/lists 3 "a/b/c d"'],
    ['/accounts/3/lists/%E0%A4%A', all, 'account/lists 3 "%E0%A4%A"'],
    ['/accounts', all, 'operator/accounts 0 ""'],
    ['/live', all, 'operator/live 0 ""'],
    ['/sessions', all, 'session/sessions 0 ""'],
    ['/sessions', own, 'session/sessions 0 ""'],
    // Another's account, and what only the operator sees.
    ['/accounts/4', own, 'none'],
    ['/accounts/4/live', own, 'none'],
    ['/accounts', own, 'none'],
    ['/live', own, 'none'],
    // Numbers that are none, and names that are of the other kind.
    ['/accounts/0', all, 'operator/accounts 0 "0"'],
    ['/accounts/3x', all, 'operator/accounts 0 "3x"'],
    ['/accounts/3/sessions', all, 'none'],
    ['/lists', all, 'none'],
    ['/', all, 'none'],
    ['/nowhere', all, 'none'],
  ];
  for (const [path, reach, wanted] of rows)
    it(`${path} for ${reach === own ? 'account 3' : 'the operator'}: ${wanted}`, () => {
      const place = placeOf(path, views, reach);
      const found = place && `${place.view.scope}/${place.view.name} ${place.account} ${JSON.stringify(place.path)}`;
      assert.equal(found ?? 'none', wanted);
    });

  it('is found again at the path that is made of it', () => {
    for (const view of views) {
      const account = view.scope === 'account' ? 3 : 0;
      assert.equal(placeOf(pathTo(view, account), views, all)?.view, view);
    }
  });
});

describe('where a session begins', () => {
  const two = [{ id: 1 }, { id: 2 }];
  it('at its own account', () => assert.equal(homeOf(views, { account: 2, accounts: [{ id: 2 }] }), '/accounts/2'));
  it('at the only account', () => assert.equal(homeOf(views, { accounts: [{ id: 7 }] }), '/accounts/7'));
  it('at the list of several', () => assert.equal(homeOf(views, { accounts: two }), '/accounts'));
  it('at the list if there is none yet', () => assert.equal(homeOf(views, { accounts: [] }), '/accounts'));
});

describe('the path of a URL', () => {
  const rows: readonly (readonly [url: string, path: string | undefined])[] = [
    ['http://own.example/console', '/'],
    ['http://own.example/console/', '/'],
    ['http://own.example/console/accounts/3/?a=b#c', '/accounts/3'],
    ['http://own.example/consoles', undefined],
    ['http://own.example/', undefined],
    ['http://own.example/console/api/accounts/3/usage.csv', undefined],
    ['http://other.example/console', undefined],
  ];
  for (const [url, path] of rows)
    it(`${url}: ${path}`, () => assert.equal(pathOf(new URL(url), 'http://own.example'), path));

  it('is turned back into that URL', () => {
    for (const path of ['/', '/accounts/3/live'])
      assert.equal(pathOf(new URL(hrefOf(path), 'http://own.example'), 'http://own.example'), path);
  });
});
