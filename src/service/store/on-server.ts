/** Whether a database is a server's, which several processes share, and no file. */
export const isOnServer = (database: string): boolean => /^postgres(ql)?:\/\//i.test(database);
