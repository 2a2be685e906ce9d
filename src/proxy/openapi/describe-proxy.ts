import { neutralNames } from '../../wire/index.js';
import { NONCE_CALL } from '../nonce-call.js';
import { ACCOUNT_HEADER, ACCOUNT_HEADER_VALUE, proxyRoutes, type ProxyCall, type ProxyRoute } from '../routes.js';
import { nonceResult, resultOf, type DescribedResult } from './answers.js';
import { errorAnswers, errorBody, errorsOf, nonceErrors, type DescribedError, type ErrorRow } from './errors.js';
import {
  bodyOf,
  fileBody,
  headerParametersOf,
  queryOf,
  type DescribedBody,
  type DescribedParameter,
  type OpenParameters,
} from './parameters.js';

/** Options of a description, beside the tables. */
export interface ProxyDescriptionOptions extends OpenParameters {
  /** Version of the release. */
  readonly version: string;
  /** The key proxy's options of the same names. */
  readonly mount?: string | undefined;
  readonly envelope?: string | undefined;
  /** The calls; those of the key proxy by default. */
  readonly routes?: typeof proxyRoutes | undefined;
}

/** One call with one method (OpenAPI 3.1.1 §4.8.10). */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: DescribedBody;
  readonly responses: Readonly<Record<string, DescribedResult | { readonly $ref: string }>>;
}

/** A description of the key proxy (OpenAPI 3.1.1 §4.8.1). */
export interface ProxyDescription {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly {
    readonly url: string;
    readonly description: string;
    readonly variables: Readonly<Record<'mount', { readonly default: string; readonly description: string }>>;
  }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', Operation>>>>>;
  readonly components: { readonly responses: Readonly<Record<string, DescribedError>> };
}

const DESCRIPTION = `Calls that a site's own pages make at their own origin. The proxy adds the private key, which is never in an answer.

A request counts as one of the site's own pages if \`Sec-Fetch-Site\` is \`same-origin\`, or else if its \`Origin\` is in the option \`origins\`. A request with neither header is refused with 403, unless \`allowUnmarked\` is set. Browsers set both headers by themselves. All calls except that of a logo are for scripts: a request by an image or a link of a page (\`Sec-Fetch-Dest\` other than \`empty\`) is refused with 403 too. Account calls need the header \`${ACCOUNT_HEADER}: ${ACCOUNT_HEADER_VALUE}\` too, which only a script can send.

Unknown parameters are ignored in a query and refused in a body. A path may end with a slash. Another path answers 404, and another method 405. Answers are \`Cache-Control: no-store\`, except for logos.`;

const openTo: Readonly<Record<ProxyRoute['openTo'], { readonly name: string; readonly description: string }>> = {
  page: { name: 'pages', description: "Open to the site's own pages." },
  authorized: {
    name: 'account',
    description:
      "Open to visitors of the site's own pages if the option `authorize` allows the call; closed without that option.",
  },
};

const summaries: Readonly<Record<ProxyCall, string>> = {
  validate: 'Checks an address',
  disposable: 'Asks whether a domain is a disposable-mail provider',
  logo: "Gives a domain's logo",
  counts: 'Counts what the element did for visitors',
  reverse: 'Looks up who an address belongs to',
  balance: 'Gives the credits left',
  usage: 'Counts the calls of some days',
  'lists/upload': 'Has a list of addresses checked',
  'lists/status': 'Says how far a list has come',
};

const SENT_ONCE =
  'The call is sent to the service only once: if the answer is lost, the service may have the list, and another call makes a second one.';

type Method = ProxyRoute['methods'][number];

const idOf = (name: string, method: Method): string =>
  `${name.replace(/\W(\w)/g, (_, letter: string) => letter.toUpperCase())}${method === 'POST' ? 'ByPost' : ''}`;

/** The result of a call, or a refusal that the interface sends with status 200. */
const withRefusals = (
  { description, content }: DescribedResult,
  refused: readonly ErrorRow[],
  envelope: string,
): DescribedResult => {
  const schema = content['application/json']?.schema;
  if (!schema || refused.length === 0) return { description, content };
  const words = `${description} Or, if \`success\` is 0: ${refused.map(({ meaning }) => meaning).join(' ')}`;
  return {
    description: words,
    content: { 'application/json': { schema: { oneOf: [schema, errorBody(refused, envelope)] } } },
  };
};

const refsTo = (errors: readonly ErrorRow[]): Operation['responses'] =>
  Object.fromEntries(errors.map(({ status }) => [status, { $ref: `#/components/responses/${status}` }] as const));

const responsesOf = (name: ProxyCall, route: ProxyRoute, method: Method, envelope: string): Operation['responses'] => {
  const errors = errorsOf(name, route, method);
  const inside = errors.filter(({ status }) => status === 200);
  const refs = refsTo(errors.filter((row) => !inside.includes(row)));
  return { 200: withRefusals(resultOf(name, envelope), inside, envelope), ...refs };
};

const operationOf = (
  name: ProxyCall,
  route: ProxyRoute,
  method: Method,
  envelope: string,
  open: OpenParameters,
): Operation => {
  const fileCall = method === 'POST' ? route.fileCall : undefined;
  const query =
    fileCall || method === 'GET' ? queryOf(name, fileCall ? { ...route, call: fileCall } : route, open) : [];
  const parameters = [...query, ...headerParametersOf(route)];
  return {
    ...{ operationId: idOf(name, method), summary: summaries[name], tags: [openTo[route.openTo].name] },
    description: [openTo[route.openTo].description, route.isNeverRepeated && SENT_ONCE].filter(Boolean).join(' '),
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' && { requestBody: fileCall ? fileBody : bodyOf(name, route, open) }),
    responses: responsesOf(name, route, method, envelope),
  };
};

/** The proxy's own call. */
const nonceOperation: Operation = {
  ...{ operationId: NONCE_CALL, summary: 'Gives a nonce for proof of ownership', tags: [openTo.page.name] },
  description: `${openTo.page.description} Only if the option \`nonces\` is set. Experimental. The body is ignored.`,
  responses: { 200: nonceResult, ...refsTo(nonceErrors) },
};

/**
 * Describes the key proxy in OpenAPI 3.1, from the tables that it works by.
 *
 * @example
 * writeFileSync('openapi.json', JSON.stringify(describeProxy({ version: '1.0.0' }), null, 2));
 */
export const describeProxy = ({
  version,
  mount = '/email-check',
  envelope = neutralNames.envelope,
  routes = proxyRoutes,
  ...open
}: ProxyDescriptionOptions): ProxyDescription => {
  const paths = Object.entries(routes).map(([each, route]) => {
    const name = each as ProxyCall;
    const operations = route.methods.map(
      (method) => [method.toLowerCase(), operationOf(name, route, method, envelope, open)] as const,
    );
    return [`/${name}${name === 'logo' ? '/{domain}' : ''}`, Object.fromEntries(operations)] as const;
  });
  return {
    openapi: '3.1.1',
    info: {
      title: 'Key proxy for email checks',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{mount}',
        description: "The site's own origin.",
        variables: { mount: { default: mount, description: 'The path where the key proxy is mounted.' } },
      },
    ],
    tags: Object.values(openTo),
    paths: { ...Object.fromEntries(paths), [`/${NONCE_CALL}`]: { post: nonceOperation } },
    components: { responses: errorAnswers(envelope) },
  };
};
