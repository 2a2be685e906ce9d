import { nearName } from './near-name.js';

/** Variables that are not options of the service: those of commands, and of the samples in the documentation. */
export const commandVariables = {
  config: 'EMAIL_CHECK_CONFIG',
  key: 'EMAIL_CHECK_KEY',
  service: 'EMAIL_CHECK_SERVICE',
  headers: 'EMAIL_CHECK_HEADERS',
  url: 'EMAIL_CHECK_URL',
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** `EMAIL_CHECK_SERVICE_HOST`, `…_SERVICE_PORT_HTTP`, `…_PORT_80_TCP_ADDR`. */
const KUBERNETES_NAME = /_SERVICE_(?:HOST$|PORT(?:$|_))|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/;
const KUBERNETES_ADDRESS = /^(?:tcp|udp|sctp):\/\//;

/**
 * Whether Kubernetes set a variable to describe a service, as it does in every container of the namespace. For a
 * service called `email-check`, `EMAIL_CHECK_PORT` is an address such as `tcp://10.0.0.11:8080`.
 */
const isOfKubernetes = (name: string, value: string): boolean =>
  KUBERNETES_NAME.test(name) || (name.endsWith('_PORT') && KUBERNETES_ADDRESS.test(value));

/** The value of an option's variable; `undefined` if it is not set, or was set by Kubernetes. */
export const variableIn = (environment: Environment, name: string): string | undefined => {
  const value = environment[name];
  return value === undefined || isOfKubernetes(name, value) ? undefined : value;
};

/**
 * A sentence for each variable whose name is nearly that of an option in `names` or of one in {@link commandVariables}:
 * otherwise it would be silently ignored.
 */
export const misspeltVariables = (environment: Environment, names: readonly string[]): string[] => {
  const known = [...names, ...Object.values(commandVariables)];
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || variableIn(environment, name) === undefined) return [];
    const meant = nearName(name, known);
    return meant
      ? [`Unknown variable ${name}. Did you mean ${meant}? Rename it, or take it out of the environment.`]
      : [];
  });
};
