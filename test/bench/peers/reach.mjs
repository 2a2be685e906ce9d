/**
 * Preloaded (`--import`) into the process of another library, which knows the system's resolver and port 25 alone: both lead
 * into a mail world instead, at WORLD_DNS (`address:port`) and WORLD_SMTP_PORT. A mail host's address is asked for before each
 * connection and so many at a time, WORLD_LOOKUPS, as Node does through the system's resolver: four, one a thread of its pool,
 * at the most. A connection to any other port than 25 is one within the world too, where nothing listens.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

const { WORLD_DNS = '', WORLD_SMTP_PORT = '', WORLD_LOOKUPS = '4' } = process.env;
dns.setServers([WORLD_DNS]);
dns.promises.setServers([WORLD_DNS]);

let free = Number(WORLD_LOOKUPS);
const waiting = [];
const done = () => {
  free += 1;
  waiting.shift()?.();
};

const lookup = (name, options, callback) => {
  if (free === 0) return waiting.push(() => lookup(name, options, callback));
  free -= 1;
  dns.resolve4(name, (error, [address] = []) => {
    done();
    if (error || !address) return callback(error ?? new Error(`${name} has no address.`));
    if (options?.all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  });
};

const redirected = (parameters) => {
  const [first, second] = parameters;
  const callback = parameters.find((each) => typeof each === 'function');
  const asked =
    typeof first === 'object'
      ? first
      : { port: Number(first), host: typeof second === 'string' ? second : '127.0.0.1' };
  return [
    { ...asked, lookup, port: Number(asked.port) === 25 ? Number(WORLD_SMTP_PORT) : asked.port },
    ...(callback ? [callback] : []),
  ];
};

const { connect } = net;
net.connect = net.createConnection = (...parameters) => connect(...redirected(parameters));
const { connect: connectTls } = tls;
tls.connect = (...parameters) => connectTls(...redirected(parameters));
syncBuiltinESMExports();
