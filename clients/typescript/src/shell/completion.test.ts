import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { completedShells, completionFor, type CompletedShell } from './completion.ts'

const run = promisify(execFile)

/** Why the tests of a shell are skipped; false when they are not. */
const skipOf = (shell: CompletedShell): string | false =>
  spawnSync(shell, ['--version']).error === undefined ? false : `${shell} is not installed`

/** Runs a program of a shell in the folder, with the completion as `completion` and no start-up files of the user. */
type InShell = (flags: readonly string[], program: string, ...args: string[]) => Promise<string>

/** Sets up a folder with the completion, the directory `pages` and the file `shape.json`. */
function shellFolder(shell: CompletedShell): InShell {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seine-completion-'))
    await mkdir(join(folder, 'pages'))
    await writeFile(join(folder, 'shape.json'), '{}')
    await writeFile(join(folder, 'completion'), completionFor(shell))
  })
  after(async () => await rm(folder, { recursive: true, force: true }))
  return async (flags, program, ...args) => {
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      TERM: 'dumb',
    }
    const { stdout } = await run(shell, [...flags, program, ...args], { cwd: folder, env, timeout: 30_000 })
    return stdout
  }
}

describe('the completion for bash', { skip: skipOf('bash') }, () => {
  const inShell = shellFolder('bash')
  const complete = async (...words: string[]): Promise<string[]> => {
    const program =
      '. ./completion; COMP_WORDS=(seine "$@"); COMP_CWORD=$#; _seine 2>&1; printf "%s\\n" "${COMPREPLY[@]}"'
    return (await inShell(['--norc', '-c'], program, 'bash', ...words)).trim().split('\n')
  }

  it('offers commands, flags and values', async () => {
    assert.deepEqual(await complete('cra'), ['crawl'])
    assert.deepEqual(await complete('crawl', '--s'), ['--sitemap', '--subdomains', '--schema', '--set'])
    assert.deepEqual(await complete('crawl', '--sitemap', 's'), ['skip'])
    assert.deepEqual(await complete('scrape', '-f', 'cl'), ['clean_html'])
    assert.deepEqual(await complete('jobs', 'ca'), ['cancel'])
    assert.deepEqual(await complete('crawl', '--limit', ''), [''])
  })
})

describe('the completion for fish', { skip: skipOf('fish') }, () => {
  const inShell = shellFolder('fish')
  const complete = async (line: string): Promise<string[]> => {
    const out = await inShell(['--no-config', '-c'], 'source ./completion 2>&1; complete -C $argv[1]', line)
    return out
      .trim()
      .split('\n')
      .map((each) => each.split('\t')[0] ?? '')
  }

  it('offers commands, flags, values and paths', async () => {
    assert.deepEqual(await complete('seine cra'), ['crawl'])
    assert.deepEqual(await complete('seine crawl --s'), ['--schema', '--set', '--sitemap', '--subdomains'])
    assert.deepEqual(await complete('seine crawl --sitemap s'), ['skip'])
    assert.deepEqual(await complete('seine jobs ca'), ['cancel'])
    assert.deepEqual(await complete('seine crawl --out pa'), ['pages/'])
    assert.deepEqual(await complete('seine scrape --schema sha'), ['shape.json'])
    assert.deepEqual(await complete('seine crawl --limit '), [''])
  })
})

/**
 * Types each line and a tab into an interactive zsh, and prints the line that it has then. The key ^X prints the line
 * and empties it.
 */
const typeInZsh = `zmodload zsh/zpty
zpty -b shell 'zsh -f -i'
zpty -w shell 'PROMPT="" RPROMPT=""; unset zle_bracketed_paste; . ./completion'
zpty -w shell 'show() { print -r -- "<$BUFFER>"; BUFFER=""; zle redisplay }; zle -N show; bindkey "^X" show'
zpty -w shell 'print READY-"NOW"'
zpty -r shell text '*READY-NOW*'
for line in "$@"; do
  zpty -w -n shell "$line"$'\\t\\x18'
  zpty -r shell text '*<*>*'
  print -r -- "$text"
done
zpty -d shell`

describe('the completion for zsh', { skip: skipOf('zsh') }, () => {
  const inShell = shellFolder('zsh')
  /** Returns the lines after the tab, and all that zsh has printed. */
  const complete = async (...lines: string[]): Promise<{ lines: string[]; printed: string }> => {
    const printed = await inShell(['-f', '-c'], typeInZsh, 'zsh', ...lines)
    return { lines: [...printed.matchAll(/<(.*)>/g)].map(([, line = '']) => line), printed }
  }

  it('offers commands, flags, values and paths', async () => {
    const { lines, printed } = await complete(
      'seine cra',
      'seine crawl --sit',
      'seine crawl --sitemap s',
      'seine jobs ca',
      'seine crawl --out pa',
      'seine scrape --schema sha',
      'seine crawl --limit ',
    )
    assert.deepEqual(
      lines,
      [
        'seine crawl ',
        'seine crawl --sitemap ',
        'seine crawl --sitemap skip ',
        'seine jobs cancel ',
        'seine crawl --out pages/',
        'seine scrape --schema shape.json ',
        'seine crawl --limit ',
      ],
      printed,
    )
    assert.doesNotMatch(printed, /not found|error/i)
  })

  it('says what each of several flags does', async () => {
    const { printed } = await complete('seine scrape --w')
    assert.match(printed, /--wait +-- wait for an element/)
  })
})

it('each shell has a completion of its own', () => {
  assert.equal(new Set(completedShells.map((shell) => completionFor(shell))).size, completedShells.length)
})
