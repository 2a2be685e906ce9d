/** Whether a database is on a server, which several processes can share, and not a file. */
export const isOnServer = (database: string): boolean => /^postgres(ql)?:\/\//i.test(database);
