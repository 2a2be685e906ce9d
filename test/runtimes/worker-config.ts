/**
 * What workerd reads: one worker, a module beside the config, that listens on loopback and may reach nothing else. It has none of
 * Node's modules. By its flags a request's signal fires when the caller leaves, and a promise that another request resolves is not
 * delivered, as on Workers from before October 2024.
 * @param module name of the module's file
 * @param variables names of environment variables, which are the worker's bindings
 */
export const workerConfig = (module: string, port: number, variables: readonly string[]): string => `
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["local"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);

const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${module}")],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["enable_request_signal", "no_handle_cross_request_promise_resolution"],
  bindings = [${variables.map((name) => `(name = "${name}", fromEnvironment = "${name}")`).join(', ')}],
);
`;
