import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../services/cli/command/usage-error.ts'
import { parseImagesArguments } from './images-arguments.ts'

const built = {
  action: 'build',
  targets: ['gateway', 'scrape-worker', 'browser-worker', 'cli'],
  out: resolve('seine-images'),
  tag: '',
  push: '',
  key: '',
  builder: 'urn:seine:dev-images',
  buildArguments: {},
  secrets: [],
}

test('images are built, verified and scanned', () => {
  assert.deepEqual(parseImagesArguments(['build']), built)
  assert.deepEqual(
    parseImagesArguments(
      'build cli --out /o --tag 2 --push registry.example.com/team/ --key k --build-arg DEBIAN_SNAPSHOT=1=2 --secret id=a'.split(
        ' ',
      ),
    ),
    {
      ...built,
      targets: ['cli'],
      out: '/o',
      tag: '2',
      push: 'registry.example.com/team',
      key: 'k',
      buildArguments: { DEBIAN_SNAPSHOT: '1=2' },
      secrets: ['id=a'],
    },
  )
  assert.deepEqual(parseImagesArguments(['verify', '/o']), { action: 'verify', folder: '/o' })
  assert.deepEqual(parseImagesArguments(['scan', 'seine/cli:1', '--fail', 'low']), {
    action: 'scan',
    images: ['seine/cli:1'],
    failFrom: 'low',
  })
})

test('what makes no sense is refused', () => {
  const refusals: [line: string, refusal: RegExp][] = [
    ['', /takes build, verify or scan, got ""/],
    ['build worker', /takes gateway, scrape-worker, browser-worker, cli, got "worker"/],
    ['build --fail low', /Unknown option '--fail'/],
    ['build --key k', /add --push/],
    ['build --build-arg version=1', /takes NAME=VALUE, got version=1/],
    ['build --build-arg REVISION=1', /is the commit that is built/],
    ['build --build-arg SOURCE_DATE_EPOCH=1', /taken from the environment/],
    ['verify a b', /takes one folder/],
    ['scan', /takes images, such as/],
    ['scan a --fail bad', /takes low, moderate, high, critical, got bad/],
  ]
  for (const [line, refusal] of refusals) {
    const words = line.split(' ').filter((word) => word !== '')
    assert.throws(
      () => parseImagesArguments(words),
      (error) => error instanceof UsageError && refusal.test(error.message),
      line,
    )
  }
})
