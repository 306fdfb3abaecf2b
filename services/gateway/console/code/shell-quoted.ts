/** Words of a shell (POSIX.1-2024, XCU 2.2.2). */

/** Quotes a text as one argument. Nothing in single quotes is special to a shell; it cannot hold a NUL. */
export const shellQuoted = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`
