import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { reachableModules } from './reachable-modules.ts'
import { reachablePackages } from './reachable-packages.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-reachable-'))
after(() => rmSync(base, { recursive: true, force: true }))

/** Creates a repository of two workspaces; package manifests are given as objects. */
function repository(files: Record<string, string | object>): string {
  const root = mkdtempSync(join(base, 'root-'))
  const all = {
    'package.json': { workspaces: ['shared', 'services/*'] },
    'shared/package.json': { name: '@seine/shared', dependencies: { pino: '1', unused: '1' } },
    'services/gateway/package.json': {
      name: '@seine/gateway',
      dependencies: { '@seine/shared': '1', express: '1', '@scope/late': '1' },
    },
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return root
}

test('imports, late imports, threads, data and resolved names are found; types and strangers are not', () => {
  const root = repository({
    'services/gateway/main.ts': `
      import express from 'express'
      import type { Logger } from '@seine/shared/types.ts'
      import { log } from '@seine/shared/log.ts'
      const late = async () => await import('./late.ts')
      const thread = new URL('./thread.ts', import.meta.url)
      const data = new URL('words.json', import.meta.url)
      const path = require.resolve('@scope/late/file.js')
      const said = 'unused pino node:fs ./nowhere'
      const ofTheMachine = '/etc/passwd'
    `,
    'services/gateway/late.ts': '',
    'services/gateway/thread.ts': `import './late.ts'`,
    'services/gateway/never.ts': '',
    'services/gateway/words.json': '{}',
    'shared/log.ts': `import { pino } from 'pino'\nimport { readFileSync } from 'node:fs'`,
    'shared/types.ts': '',
  })
  const { files, packages } = reachableModules(root, ['services/gateway/main.ts'])
  assert.deepEqual(files, [
    'services/gateway/late.ts',
    'services/gateway/main.ts',
    'services/gateway/thread.ts',
    'services/gateway/words.json',
    'shared/log.ts',
  ])
  assert.deepEqual([...packages].map(([name, folders]) => `${name} from ${[...folders].join()}`).toSorted(), [
    '@scope/late from services/gateway',
    'express from services/gateway',
    'pino from shared',
  ])
})

test('a file of a workspace that is not there is named', () => {
  const root = repository({ 'services/gateway/main.ts': `import '@seine/shared/gone.ts'` })
  assert.throws(() => reachableModules(root, ['services/gateway/main.ts']), /shared\/gone\.ts is imported/)
})

test('packages come with what they depend on, from where Node finds it, once in a circle', () => {
  const root = repository({
    'node_modules/express/package.json': {
      dependencies: { nested: '2', circle: '1' },
      optionalDependencies: { absent: '1' },
      peerDependencies: { peer: '1', optional: '1' },
      peerDependenciesMeta: { optional: { optional: true } },
    },
    'node_modules/express/node_modules/nested/package.json': {},
    'node_modules/nested/package.json': {},
    'node_modules/circle/package.json': { dependencies: { express: '1', compiler: '1' } },
    'node_modules/compiler/package.json': { dependencies: { nested: '1' } },
    'node_modules/peer/package.json': {},
    'node_modules/optional/package.json': {},
    'services/gateway/node_modules/pino/package.json': {},
    'node_modules/pino/package.json': {},
  })
  const packages = new Map([
    ['express', new Set(['services/gateway'])],
    ['pino', new Set(['services/gateway', 'shared'])],
  ])
  assert.deepEqual(reachablePackages(root, packages, new Set(['compiler'])), [
    'node_modules/circle',
    'node_modules/express',
    'node_modules/express/node_modules/nested',
    'node_modules/peer',
    'node_modules/pino',
    'services/gateway/node_modules/pino',
  ])
})
