/** What threads that process content of websites take over from their process. */

/** Variables that state where compiled code and sources without types are. */
const handedOn = ['NODE_COMPILE_CACHE', 'SEINE_DEV_PLAIN_SOURCES']

/**
 * Returns the variables of a thread: none of the process, which include secrets, but those of its code. With compiled
 * code a thread of extraction starts with 40 % of the CPU.
 */
export function threadEnvironment(): Record<string, string> {
  return Object.fromEntries(
    handedOn.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Returns the arguments of Node.js for a thread: how its process loads sources, and nothing else. */
export const threadArguments = (): string[] =>
  process.execArgv.filter((argument) => /^--import=.*\/plain-sources\.js$/.test(argument))
