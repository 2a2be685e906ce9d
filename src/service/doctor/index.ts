export { asksNoMailHost } from './check.js';
export type { DatabaseFact, DiskFact, DoctorParts, ListDate } from './facts.js';
export { checkNames, type CheckName, type Diagnosis, type Finding, type Level, type NamedFinding } from './finding.js';
export { runChecks, type RunOptions } from './run-checks.js';
export type { DoctorSettings } from './settings.js';
export { watchMachine, type MachineWatch } from './watch-machine.js';
