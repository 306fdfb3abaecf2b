import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ConfigError, printConfig, readConfig } from '../config.ts'

const home = mkdtempSync(join(tmpdir(), 'seine-secret-folders-'))
after(() => rmSync(home, { recursive: true, force: true }))

/** Makes a folder with these files, as the kubelet does: links to files in a folder of one update. */
function folder(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(home, name)
  mkdirSync(join(path, '..2026_01_01_00_00_00.1'), { recursive: true })
  symlinkSync('..2026_01_01_00_00_00.1', join(path, '..data'))
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(path, '..data', file), text)
    symlinkSync(join('..data', file), join(path, file))
  }
  return path
}

/** Returns the message with which this environment is refused. */
function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  throw new assert.AssertionError({ message: 'the environment is accepted' })
}

test('files named like settings are settings, secret or not; other files are ignored', () => {
  const shared = folder('shared', { SEINE_SERVICE_TOKEN: ' a token \n', 'ca.crt': 'certificate', '.keep': '' })
  const mail = folder('mail', { SEINE_SMTP_URL: 'smtp://mail', SEINE_MAIL_FROM: 'a@b.c', SEINE_RETENTION_DAYS: '9' })
  const empty = folder('empty', {})
  const environment = { SEINE_SECRETS_DIRS: ` ${shared}, ${mail},${empty}`, SEINE_S3_BUCKET: 'bucket' }
  const config = readConfig(environment)
  assert.equal(config.SEINE_SERVICE_TOKEN, ' a token ')
  assert.equal(config.SEINE_SMTP_URL, 'smtp://mail')
  assert.equal(config.SEINE_MAIL_FROM, 'a@b.c')
  assert.equal(config.SEINE_RETENTION_DAYS, 9)
  assert.equal(config.SEINE_S3_BUCKET, 'bucket')
  assert.equal(config.SEINE_SEALING_KEY, '')
  assert.match(printConfig(config), /^SEINE_SERVICE_TOKEN=\*+$/m)
})

test('secrets in a folder stay out of the environment that processes inherit', () => {
  const path = folder('inherited', { SEINE_SERVICE_TOKEN: 'a token in a file' })
  const program = `
    import { spawnSync } from 'node:child_process'
    import { readConfig } from ${JSON.stringify(new URL('../config.ts', import.meta.url).href)}
    const token = readConfig(process.env).SEINE_SERVICE_TOKEN
    console.log(JSON.stringify([token, spawnSync('env', { encoding: 'utf8' }).stdout]))`
  const environment = { PATH: process.env['PATH'], SEINE_SECRETS_DIRS: path }
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env: environment })
  const [token, inherited] = JSON.parse(String(output)) as [string, string]
  assert.equal(token, 'a token in a file')
  assert.match(inherited, /SEINE_SECRETS_DIRS/)
  assert.doesNotMatch(inherited, /a token/)
})

test('a folder that cannot be read keeps a process from starting', () => {
  const file = join(folder('plain', { SEINE_SERVICE_TOKEN: 'a' }), 'SEINE_SERVICE_TOKEN')
  const message = refusal({ SEINE_SECRETS_DIRS: `${home}/missing,${file}` })
  assert.match(message, /SEINE_SECRETS_DIRS: \S+\/missing cannot be read \(ENOENT\); it must be a folder/)
  assert.match(message, /SEINE_SECRETS_DIRS: \S+\/SEINE_SERVICE_TOKEN cannot be read \(ENOTDIR\); it must be a folder/)
})

test('files that are empty, unreadable, unknown or invalid are named with their path', () => {
  const path = folder('wrong', { SEINE_SEALING_KEY: '\n', SEINE_TOKEN: 'a secret', SEINE_RETENTION_DAYS: 'many' })
  mkdirSync(join(path, 'SEINE_SMTP_URL'))
  const message = refusal({ SEINE_SECRETS_DIRS: path })
  assert.match(message, /SEINE_SEALING_KEY: \S+\/wrong\/SEINE_SEALING_KEY is empty; a file must be/)
  assert.match(message, /SEINE_SMTP_URL: \S+\/wrong\/SEINE_SMTP_URL cannot be read \(EISDIR\); a file must be/)
  assert.match(message, /SEINE_TOKEN: unknown setting in \S+\/wrong\/SEINE_TOKEN$/m)
  assert.match(message, /SEINE_RETENTION_DAYS: must be integer, got "many" in \S+\/wrong\/SEINE_RETENTION_DAYS$/m)
  assert.doesNotMatch(message, /a secret/)
})

test('a setting that is given twice is refused, and not shown', () => {
  const one = folder('one', { SEINE_SERVICE_TOKEN: 'from one', SEINE_SEALING_KEY: 'from one', SEINE_MODEL_KEY: 'one' })
  const other = folder('other', { SEINE_SERVICE_TOKEN: 'from other', SEINE_SECRETS_DIRS: 'from other' })
  const message = refusal({
    SEINE_SECRETS_DIRS: `${one},${other}`,
    SEINE_SEALING_KEY: 'from the environment',
    SEINE_MODEL_KEY_FILE: join(one, 'SEINE_MODEL_KEY'),
  })
  assert.match(message, /SEINE_SERVICE_TOKEN: is in \S+\/one\/SEINE_SERVICE_TOKEN and in \S+\/other\/\S+; set only one/)
  assert.match(message, /SEINE_SEALING_KEY: is in the environment and in \S+\/one\/SEINE_SEALING_KEY; set only one/)
  assert.match(message, /SEINE_MODEL_KEY_FILE: SEINE_MODEL_KEY is set too; set only one of them/)
  assert.match(message, /SEINE_SECRETS_DIRS: is in the environment and in \S+\/other\//)
  assert.doesNotMatch(message, /from o|from the environment/)
})

test('an empty variable counts as not set', () => {
  const path = folder('precedence', { SEINE_SERVICE_TOKEN: 'a' })
  assert.equal(readConfig({ SEINE_SECRETS_DIRS: path, SEINE_SERVICE_TOKEN: '' }).SEINE_SERVICE_TOKEN, 'a')
  assert.equal(readConfig({ SEINE_SECRETS_DIRS: '' }).SEINE_SERVICE_TOKEN, '')
})
