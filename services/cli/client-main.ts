/** Entry point of the `cli` image: the commands that work without a local stack. */
import { parseCrawlArguments } from './crawl/arguments.ts'
import { crawlCommand } from './crawl/command.ts'
import { ensureNamedService, namedService } from './crawl/named-service.ts'
import { usageText } from './crawl/usage-text.ts'
import { parseKeyArguments } from './keys/key-arguments.ts'
import { keyCommand } from './keys/key-command.ts'
import { parseSecretsArguments, secretsCommand } from './secrets/secrets-command.ts'
import { UsageError } from './command/usage-error.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

const helpText = `Seine: a web scraping service to run yourself.

Usage: seine COMMAND

  crawl URL [--limit N ...]     crawl a website with the service that SEINE_URL and SEINE_KEY name, and
                                save the result below /work; crawl --help lists the flags
  key [--id NAME] [--tenant NAME] [--file PATH] [--operator]
                                make an API key with a webhook secret: prints both once, adds the hashed
                                entry to the key file (SEINE_API_KEYS_FILE), or prints it
  secrets DIRECTORY [--show]    make the missing secrets of a deployment, one per file
  help                          this text
`

const print = (text: string): void => void process.stdout.write(text)

/** Prints text shared with the command line of a checkout, with that program's name replaced by `seine`. */
const printNamed = (text: string): void => print(text.replaceAll('./dev ', 'seine '))

async function crawl(args: string[]): Promise<number> {
  const request = parseCrawlArguments(args)
  if (request.help) {
    printNamed(usageText)
    return 0
  }
  const service = namedService(process.env)
  if (service === null)
    throw new UsageError('set SEINE_URL and SEINE_KEY to the URL and the API key of the service that crawls')
  if (request.url === null) throw new UsageError('crawl needs the URL of a website')
  return await crawlCommand(request, { ensureStack: ensureNamedService(service) })
}

async function run([command = 'help', ...args]: string[]): Promise<number> {
  switch (command) {
    case 'crawl':
      return await crawl(args)
    case 'key':
      if (args.some((word) => word === '--help' || word === '-h')) break
      return keyCommand(parseKeyArguments(args), printNamed)
    case 'secrets':
      return secretsCommand(parseSecretsArguments(args), print)
    case 'help':
    case '--help':
    case '-h':
      break
    default:
      throw new UsageError(`there is no command ${JSON.stringify(command)}; help lists the commands`)
  }
  print(helpText)
  return 0
}

// A closed terminal or reader must not prevent an orderly cancellation of a crawl.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const message = errorMessage(error)
  process.stderr.write(`${message.replaceAll('./dev ', 'seine ')}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
