import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { routes } from '@seine/shared/api/routes/routes.ts'
import { repositoryRoot } from '../checkout/locations.ts'
import { generatedFiles, packageFolder } from './generated-files.ts'
import { methodName } from './route-methods.ts'
import { syncSource } from './sync-source.ts'

const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8')

describe('the Python client', () => {
  for (const [path, text] of generatedFiles(repositoryRoot)) {
    it(`has ${path} as the API description says`, () =>
      assert.ok(read(path) === text, 'run node tools/python-client/main.ts --write'))
  }

  for (const [folder, definition] of [
    ['_async', /^ {4}(?:async )?def (\w+)\($/gm],
    ['_sync', /^ {4}def (\w+)\($/gm],
  ] as const) {
    it(`has a method for every route in ${folder}`, () => {
      const source = read(`${packageFolder}/${folder}/routes.py`)
      const methods = new Set([...source.matchAll(definition)].map(([, name]) => name))
      const missing = Object.keys(routes).filter((route) => !methods.has(methodName(route)))
      assert.deepEqual(missing, [])
    })
  }

  it('has the version of the service', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    assert.match(read(`${packageFolder}/_version.py`), new RegExp(`^__version__ = "${RegExp.escape(version)}"$`, 'm'))
  })
})

describe('the source without async', () => {
  it('has no word of asyncio', () => {
    const source = [
      'import asyncio',
      'import time',
      'from collections.abc import AsyncGenerator, AsyncIterator',
      'class AsyncClient(AsyncJobs):',
      '    async def each(self) -> AsyncGenerator[Item | None, None]:',
      '        async with self as one:',
      '            async for part in one.aiter_bytes():',
      '                await asyncio.sleep(1)',
      '    async def __aenter__(self) -> Self:',
      '        await self.aclose()',
      '',
    ].join('\n')
    const lines = syncSource(source).split('\n').slice(1)
    assert.deepEqual(lines, [
      'import time',
      'from collections.abc import Generator, Iterator',
      'class Client(Jobs):',
      '    def each(self) -> Generator[Item | None, None, None]:',
      '        with self as one:',
      '            for part in one.iter_bytes():',
      '                time.sleep(1)',
      '    def __enter__(self) -> Self:',
      '        self.close()',
      '',
    ])
  })
})
