import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { overwrittenFiles, recordedFiles } from './recorded-files.ts'

test('recorded files that are changed or gone are named with the reason; further files are allowed', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'seine-recorded-'))
  t.after(async () => await rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'test/histories'), { recursive: true })
  await mkdir(join(root, 'test/releases/1.0.0'), { recursive: true })
  const write = async (name: string, text: string): Promise<void> => await writeFile(join(root, 'test', name), text)
  await write('histories/completed.json', '{}')
  await write('releases/1.0.0/settings.json', '{}')
  await write('releases/1.0.0/exceptions.json', '[]')
  const listed = recordedFiles(root)
  assert.deepEqual(Object.keys(listed), ['test/histories/completed.json', 'test/releases/1.0.0/settings.json'])
  assert.deepEqual(overwrittenFiles('1.0.0', listed, recordedFiles(root)), [])

  await write('histories/cancelled.json', '{}')
  await write('releases/1.0.0/exceptions.json', '[{}]')
  assert.deepEqual(overwrittenFiles('1.0.0', listed, recordedFiles(root)), [])

  await write('histories/completed.json', '{"events":[]}')
  await rm(join(root, 'test/releases/1.0.0/settings.json'))
  const messages = overwrittenFiles('1.0.0', listed, recordedFiles(root))
  assert.equal(messages.length, 2)
  assert.match(messages[0]!, /^test\/histories\/completed\.json was changed\. It belongs to release 1\.0\.0: .*another/)
  assert.match(messages[1]!, /^test\/releases\/1\.0\.0\/settings\.json is missing\. /)
})
