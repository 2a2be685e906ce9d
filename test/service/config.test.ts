import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { dataFolderOf, domainsFolderOf } from '../../src/service/config.js';
import {
  environmentNameOf,
  flagOf,
  optionNames,
  optionRows,
  readConfig,
  readConfigFile,
  type ConfigSources,
} from '../../src/service/index.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-config-'));
after(() => rmSync(folder, { recursive: true }));
const fileOf = (text: string) => {
  const path = join(folder, 'config.json');
  writeFileSync(path, text);
  return path;
};

describe('configuration', () => {
  it('accepts a valid value for every option', () => {
    const config = readConfig({});
    for (const name of optionNames) assert.equal(config[name], optionRows[name].fallback);
  });

  it('prefers flags to the environment, and the environment to the file', () => {
    const file = readConfigFile(
      fileOf(
        '{"port": 1, "smtpPort": 2, "dnsServers": ["127.0.0.1:5353", "::1"], "probing": false, "helo": "mail.a.example"}',
      ),
    );
    const config = readConfig({
      flags: { port: '3' },
      environment: { EMAIL_CHECK_PORT: '4', EMAIL_CHECK_SMTP_PORT: '5' },
      file,
    });
    assert.deepEqual(
      [config.port, config.smtpPort, config.dnsServers, config.probing, config.helo],
      [3, 5, ['127.0.0.1:5353', '::1'], false, 'mail.a.example'],
    );
  });

  it("keeps the operator's lists beside a file database, or in the configured folder for another database", () => {
    const folderOf = (flags: Record<string, string>) => domainsFolderOf(readConfig({ flags }));
    assert.equal(folderOf({ database: '/var/a.sqlite' }), '/var/a.sqlite.domains');
    for (const database of [':memory:', 'postgres://user:hunter2@127.0.0.1/a', 'PostgreSQL://127.0.0.1/a']) {
      assert.equal(folderOf({ database }), undefined);
      assert.equal(folderOf({ database, 'domains-folder': '/var/lists' }), '/var/lists');
    }
  });

  it('keeps newer lists beside a file database, or in the configured folder for another database', () => {
    const folderOf = (flags: Record<string, string>) => dataFolderOf(readConfig({ flags }));
    assert.equal(folderOf({ database: '/var/a.sqlite' }), '/var/a.sqlite.data');
    assert.equal(folderOf({ database: ':memory:' }), undefined);
    assert.equal(folderOf({ database: 'postgres://127.0.0.1/a', 'data-folder': '/var/lists' }), '/var/lists');
  });

  it('names options the same way everywhere', () => {
    assert.equal(flagOf('smtpPort'), 'smtp-port');
    assert.equal(environmentNameOf('smtpPort'), 'EMAIL_CHECK_SMTP_PORT');
  });

  it('takes address literals as the name to greet with (RFC 5321 §4.1.3)', () => {
    for (const helo of ['[192.0.2.1]', '[IPv6:2001:db8::1]', 'mail.example.com'])
      assert.equal(readConfig({ flags: { helo } }).helo, helo);
  });

  const rows: [string, ConfigSources, RegExp][] = [
    [
      'a port that is none',
      { flags: { port: '65536' } },
      /^--port is "65536": write a whole number from 0 to 65535\.$/,
    ],
    [
      'a number with a unit',
      { environment: { EMAIL_CHECK_DNS_TIMEOUT: '5s' } },
      /EMAIL_CHECK_DNS_TIMEOUT is "5s": write a whole number/,
    ],
    ['a switch that is neither', { flags: { probing: 'maybe' } }, /--probing is "maybe": write on or off\./],
    [
      'a name server that is no address',
      { flags: { 'dns-servers': '127.0.0.1,dns.example' } },
      /--dns-servers is "127.0.0.1,dns.example": write IP addresses/,
    ],
    ['an empty text', { environment: { EMAIL_CHECK_HOST: ' ' } }, /EMAIL_CHECK_HOST is " "/],
    [
      'the null sender in place of itself',
      { flags: { 'fallback-mail-from': '<>' } },
      /--fallback-mail-from is "<>": write an address, such as/,
    ],
    ['a sender that is none', { flags: { 'mail-from': 'nobody' } }, /--mail-from is "nobody"/],
    [
      'an address literal that is none',
      { flags: { helo: '[192.0.2.256]' } },
      /--helo is "\[192\.0\.2\.256\]": write a host name/,
    ],
    ['an address literal without its tag', { flags: { helo: '[2001:db8::1]' } }, /--helo is .* \[IPv6:2001:db8::1\]/],
    ['a greeting that would break SMTP', { flags: { helo: 'a\r\nRCPT' } }, /--helo is/],
    [
      'a list if there is one value',
      { file: { path: '/etc/c.json', values: { port: {} } } },
      /"port" in \/etc\/c\.json is \{\}/,
    ],
  ];
  for (const [name, sources, message] of rows)
    it(`refuses ${name} with a remedy`, () =>
      assert.throws(() => readConfig(sources), { name: 'ConfigError', message }));

  const misspelt: [name: string, meant: string][] = [
    ['EMAIL_CHECK_PROT', 'EMAIL_CHECK_PORT'],
    ['EMAIL_CHECK_DATABSE', 'EMAIL_CHECK_DATABASE'],
    ['EMAIL_CHECK_DNS_SERVER', 'EMAIL_CHECK_DNS_SERVERS'],
    ['EMAIL_CHECK_SMPT_PORT', 'EMAIL_CHECK_SMTP_PORT'],
    ['EMAIL_CHECK_LOGLEVELS', 'EMAIL_CHECK_LOG_LEVEL'],
    ['EMAILCHECK_PORT', 'EMAIL_CHECK_PORT'],
    ['EMAIL_CHECK_CONFG', 'EMAIL_CHECK_CONFIG'],
  ];
  for (const [name, meant] of misspelt)
    it(`refuses ${name}, which is nearly ${meant}`, () =>
      assert.throws(() => readConfig({ environment: { PATH: '/bin', [name]: '9' } }), {
        name: 'ConfigError',
        message: `Unknown variable ${name}. Did you mean ${meant}? Rename it, or take it out of the environment.`,
      }));

  it('ignores variables that are documented, unlike any option, or set by Kubernetes', () => {
    const environment = {
      EMAIL_CHECK_KEY: 'AbCdEfGhIjKlM',
      EMAIL_CHECK_URL: 'https://check.example.com',
      EMAIL_CHECK_SERVICE: 'https://check.example.com',
      EMAIL_CHECK_HEADERS: 'Cookie: a=b',
      EMAIL_CHECK_DEPLOYED_BY: 'somebody',
      EMAIL_CHECK_SERVICE_HOST: '10.0.0.11',
      EMAIL_CHECK_SERVICE_PORT: '8080',
      EMAIL_CHECK_SERVICE_PORT_HTTP: '8080',
      EMAIL_CHECK_PORT: 'tcp://10.0.0.11:8080',
      EMAIL_CHECK_PORT_8080_TCP: 'tcp://10.0.0.11:8080',
      EMAIL_CHECK_PORT_8080_TCP_PROTO: 'tcp',
      EMAIL_CHECK_PORT_8080_TCP_PORT: '8080',
      EMAIL_CHECK_PORT_8080_TCP_ADDR: '10.0.0.11',
      // Of a service that is called email-check-admin, and of one whose name is nearly that of an option.
      EMAIL_CHECK_ADMIN_PORT: 'tcp://10.0.0.12:80',
      EMAIL_CHECK_ADMINS_PORT: 'tcp://10.0.0.13:80',
    };
    assert.deepEqual(readConfig({ environment }), readConfig({}));
    assert.equal(readConfig({ environment, flags: { port: '3' } }).port, 3);
  });

  it('repeats no secret', () => {
    assert.throws(
      () => readConfig({ flags: { secret: 'hunter2' } }),
      (error: Error) =>
        /--secret is not usable: write at least 16/.test(error.message) && !error.message.includes('hunter2'),
    );
  });

  it('reports the position of a fault in JSON, without the text there', () => {
    const rows: [string, string][] = [
      ['{"port": 1,\n  "secret": hunter2hunter2hunter2}', 'line 2, column 13'],
      ['{"secret": "hunter2hunter2hunter2\n}', 'line 1, column 34'],
      ['{"secret": "hunter2hunter2hunter2" "port"}', 'line 1, column 36'],
      ['{"secret": "hunter2hunter2hunter2"} hunter2', 'line 1, column 37'],
      ['{"port": 1,}', 'line 1, column 12'],
      ['{"port"', 'line 1, column 8'],
      ['', 'line 1, column 1'],
      ['hunter2', 'line 1, column 1'],
    ];
    for (const [text, place] of rows)
      assert.throws(
        () => readConfigFile(fileOf(text)),
        (error: Error) =>
          error.name === 'ConfigError' && error.message.includes(`at ${place}.`) && !error.message.includes('hunter2'),
        text,
      );
  });

  it('names all bad values at once', () => {
    assert.throws(() => readConfig({ flags: { port: 'x', probing: 'x' } }), { message: /--port.*\n--probing/ });
  });

  it('refuses invalid files', () => {
    assert.throws(() => readConfigFile(join(folder, 'nowhere.json')), {
      name: 'ConfigError',
      message: /nowhere\.json cannot be read/,
    });
    assert.throws(() => readConfigFile(fileOf('{')), { message: /one JSON object/ });
    assert.throws(() => readConfigFile(fileOf('[]')), { message: /must hold a JSON object/ });
    assert.throws(() => readConfigFile(fileOf('{"prot": 1, "toString": 2}')), {
      message: /has unknown options: prot \(did you mean port\?\), toString\. The options are: host, port/,
    });
  });
});
