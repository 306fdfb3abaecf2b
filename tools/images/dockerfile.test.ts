/** Checks that the facts repeated in the Dockerfile agree with the places that define them. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { configSchema } from '@seine/shared/config/config.ts'
import { imageNodeFlags, workerEnvironment } from '@seine/shared/config/worker-process.ts'
import { repositoryRoot } from '../checkout/locations.ts'
import { imagePrograms, imageTargets, type ImageTarget } from './image-targets.ts'

interface Stage {
  from: string
  lines: string[]
}

/** Returns the instructions of each stage, with continuation lines joined and comments removed. */
function stagesOf(text: string): Map<string, Stage> {
  const stages = new Map<string, Stage>()
  let lines: string[] = []
  const joined = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  for (const line of joined.split('\n').filter((each) => each !== '')) {
    const stage = /^FROM (\S+) AS (\S+)$/.exec(line)
    if (stage === null) {
      lines.push(line)
      continue
    }
    lines = []
    stages.set(stage[2]!, { from: stage[1]!, lines })
  }
  return stages
}

const dockerfile = readFileSync(join(repositoryRoot, 'Dockerfile'), 'utf8')
const stages = stagesOf(dockerfile)

/** Returns the instructions of a stage, preceded by those of its base stages. */
function linesOf(name: string): string[] {
  const stage = stages.get(name)
  return stage === undefined ? [] : [...linesOf(stage.from), ...stage.lines]
}

function environmentOf(name: string): Record<string, string> {
  const pairs = linesOf(name)
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => [...line.matchAll(/([\w]+)=(\S+)/g)].map(([, key, value]) => [key, value] as const))
  return Object.fromEntries(pairs) as Record<string, string>
}

const entryOf = (name: string): string[] => {
  const line = linesOf(name).findLast((each) => each.startsWith('ENTRYPOINT ')) ?? ''
  return JSON.parse(line.slice('ENTRYPOINT '.length)) as string[]
}

test('every image runs its program under an init process, as an unprivileged user', () => {
  for (const target of imageTargets) {
    const entry = entryOf(target)
    assert.deepEqual(entry.slice(0, 3), ['tini', '--', 'node'])
    assert.equal(entry.at(-1)?.replace('/app/', ''), imagePrograms[target])
    assert.equal(
      linesOf(target).findLast((line) => line.startsWith('USER ')),
      'USER 10001:10001',
    )
    assert.equal(environmentOf(target)['NODE_ENV'], 'production')
  }
})

test('services run with the flags and workers with the environment that were measured for them', () => {
  for (const service of ['gateway', 'scrape-worker', 'browser-worker']) {
    assert.deepEqual(entryOf(service).slice(3, -1), [...imageNodeFlags], service)
  }
  for (const worker of ['scrape-worker', 'browser-worker']) {
    const environment = environmentOf(worker)
    for (const [name, value] of Object.entries(workerEnvironment)) assert.equal(environment[name], value, name)
  }
})

test('settings are known ones, and ports that are set are exposed', () => {
  for (const target of imageTargets) {
    const environment = environmentOf(target)
    const exposed = linesOf(target).flatMap((line) => (line.startsWith('EXPOSE ') ? line.split(' ').slice(1) : []))
    const settings = Object.entries(environment).filter(([name]) => name.startsWith('SEINE_'))
    for (const [name] of settings) assert.ok(name in configSchema.properties, name)
    const ports = settings.filter(([name]) => name.endsWith('_PORT')).map(([, value]) => value)
    assert.deepEqual(ports.toSorted(), exposed.toSorted(), target)
  }
})

test('every image gets the bill of its own materials, after everything else has been put into it', () => {
  for (const target of imageTargets) {
    const lines = linesOf(target)
    const written = lines.findIndex((line) => line.endsWith(`/bill-of-materials/write-image-bill.ts ${target}`))
    const lastCopy = lines.findLastIndex((line) => /^(?:COPY|ADD) |apt-get|install-packages/.test(line))
    assert.ok(written > lastCopy, target)
    assert.equal(lines[written - 1], 'USER 0:0')
    assert.match(lines[written] ?? '', /^RUN --mount=type=bind,from=built,source=\/build,target=\/build /)
  }
})

test('the manifest of every workspace is there before the packages are installed', () => {
  const { workspaces } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  const manifests = globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: repositoryRoot },
  )
  for (const manifest of manifests) {
    const copied = `COPY ${manifest} ${manifest.replace('package.json', '')}`
    assert.ok(stages.get('packages')?.lines.includes(copied), copied)
  }
})

test('the version in the labels is that of the repository', () => {
  const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as { version: string }
  assert.ok(linesOf('gateway' satisfies ImageTarget).includes(`ARG VERSION=${version}`))
})

test('Chromium is installed again by one build argument, which no other image has', () => {
  for (const target of imageTargets) {
    const lines = linesOf(target)
    const refresh = lines.findIndex((line) => line.startsWith('ARG CHROMIUM_FROM='))
    assert.equal(refresh !== -1, target === 'browser-worker', target)
    const command = lines.slice(refresh).find((line) => !line.startsWith('ARG '))
    if (refresh !== -1) assert.match(command ?? '', /^RUN .*\/install-packages\.sh +chromium /)
  }
  // Sources come later, so that a new release does not install it anew.
  const lines = linesOf('browser-worker')
  const copied = lines.findIndex((line) => line.startsWith('COPY --from=assembled-browser-worker '))
  assert.ok(copied > lines.findIndex((line) => line.startsWith('ARG CHROMIUM_FROM=')))
})

test('images name the base that they are built on', () => {
  for (const target of imageTargets) {
    assert.ok(
      linesOf(target).some((line) => line.includes('org.opencontainers.image.base.name="${RUNTIME}"')),
      target,
    )
  }
})

test('packages are installed by the script that leaves no times behind, and accounts without a day', () => {
  for (const target of imageTargets) {
    const commands = linesOf(target).filter((line) => line.startsWith('RUN '))
    assert.ok(commands.some((line) => line.includes('/install-packages.sh ')))
    // A changed script must not leave a step in the cache.
    for (const line of commands) assert.doesNotMatch(line, /type=bind,source=docker/)
    for (const line of commands) assert.doesNotMatch(line, /apt-get|dpkg|useradd|groupadd/, line)
  }
})

test('a stage declares the arguments that its commands use, as buildah hands none on to later stages', () => {
  const uses: [command: RegExp, names: string[]][] = [
    [/\/install-packages\.sh /, ['DEBIAN_SNAPSHOT', 'SNAPSHOT_ARCHIVE']],
    // The index of fonts.
    [/\/install-packages\.sh +chromium /, ['SOURCE_DATE_EPOCH']],
    [/\/write-image-bill\.ts /, ['SOURCE_DATE_EPOCH']],
  ]
  let used = 0
  for (const { lines } of stages.values()) {
    for (const [command, names] of uses) {
      const at = lines.findIndex((line) => command.test(line))
      if (at === -1) continue
      used += 1
      for (const name of names) assert.ok(lines.slice(0, at).includes(`ARG ${name}`), `${name} of ${lines[at]}`)
    }
  }
  assert.equal(used, 2 + 1 + imageTargets.length)
})
