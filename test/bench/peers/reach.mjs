/**
 * Preloaded (`--import`) into the process of another library, which knows the system's resolver and port 25 alone: both lead
 * into a mail world instead, at WORLD_DNS (`address:port`) and WORLD_SMTP_PORT. Addresses of mail hosts are looked up once a
 * name and kept, as a system's resolver would. A connection to any other port goes to this machine, where it is refused.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

const { WORLD_DNS = '', WORLD_SMTP_PORT = '' } = process.env;
dns.setServers([WORLD_DNS]);
dns.promises.setServers([WORLD_DNS]);

const kept = new Map();
const lookup = (name, options, callback) => {
  const isAll = options?.all === true;
  const tell = (address) => (isAll ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4));
  if (kept.has(name)) return process.nextTick(tell, kept.get(name));
  dns.resolve4(name, (error, [address] = []) => {
    if (error || !address) return callback(error ?? new Error(`${name} has no address.`));
    kept.set(name, address);
    tell(address);
  });
};

const redirected = (parameters) => {
  const [first, second] = parameters;
  const callback = parameters.find((each) => typeof each === 'function');
  const asked = typeof first === 'object' ? first : { port: Number(first), host: typeof second === 'string' ? second : '127.0.0.1' };
  return [{ ...asked, lookup, port: Number(asked.port) === 25 ? Number(WORLD_SMTP_PORT) : asked.port }, ...(callback ? [callback] : [])];
};

const { connect } = net;
net.connect = net.createConnection = (...parameters) => connect(...redirected(parameters));
const { connect: connectTls } = tls;
tls.connect = (...parameters) => connectTls(...redirected(parameters));
syncBuiltinESMExports();
