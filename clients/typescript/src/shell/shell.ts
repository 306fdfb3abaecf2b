/** The command `seine`: finds the command, runs it, prints errors in words. */
import { SeineClient } from '../client.ts'
import { clientVersion } from '../version.ts'
import { commandNamed, readWords, textFlag } from './arguments.ts'
import { batch, crawl, login, map, network, scrape, type Command } from './commands.ts'
import { completedShells, completionFor } from './completion.ts'
import { chosenService } from './credentials.ts'
import { exitCodeFor, exitCodes, linesOf } from './exit-codes.ts'
import { commandHelp, generalHelp } from './help-text.ts'
import { jobs } from './job-commands.ts'
import { oneLine, type ShellPorts } from './shell-ports.ts'
import { UsageError } from './usage-error.ts'
import { watch } from './watch-commands.ts'

const completion: Command = ({ words, ports }) => {
  const shell = completedShells.find((each) => each === words.words[0])
  if (shell === undefined) throw new UsageError(`completion takes ${completedShells.join(', ')}`)
  ports.stdout.write(completionFor(shell))
  return Promise.resolve(exitCodes.done)
}

/** Commands by name. */
const programs: Readonly<Record<string, Command>> = {
  login,
  scrape,
  crawl,
  batch,
  map,
  network,
  watch,
  jobs,
  completion,
}

async function run(args: readonly string[], ports: ShellPorts): Promise<number> {
  const [name = 'help', ...rest] = args
  if (name === '--version' || name === 'version') {
    ports.stdout.write(`seine ${clientVersion}\n`)
    return exitCodes.done
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    ports.stdout.write(rest[0] === undefined ? generalHelp() : commandHelp(commandNamed(rest[0])))
    return exitCodes.done
  }
  const command = commandNamed(name)
  const words = readWords(command, rest)
  if (words.flags['help'] === true) {
    ports.stdout.write(commandHelp(command))
    return exitCodes.done
  }
  const client = async (): Promise<SeineClient> => {
    const { url, key } = await chosenService(ports, textFlag(words, 'url'))
    return new SeineClient({ baseUrl: url, apiKey: key })
  }
  const program = programs[name]
  if (program === undefined) throw new Error(`${name} is not implemented`)
  return await program({ words, client, ports })
}

/**
 * Runs the command.
 * @param args words behind `seine`.
 * @returns the exit code; never throws.
 */
export async function seineCommand(args: readonly string[], ports: ShellPorts): Promise<number> {
  try {
    return await run(args, ports)
  } catch (error) {
    for (const line of linesOf(error)) {
      const indent = /^ */.exec(line)?.[0] ?? ''
      ports.stderr.write(`${indent}${oneLine(line)}\n`)
    }
    return exitCodeFor(error)
  }
}
