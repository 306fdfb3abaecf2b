import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { entryNameFault } from './entry-name.ts'

describe('names inside an archive', () => {
  for (const name of ['manifest.json', 'pages/000001-index.md', 'pages/000002-größe..md', 'pages/...md', 'ab:c']) {
    test(`${name} is taken`, () => assert.equal(entryNameFault(name), null))
  }

  for (const [name, fault] of [
    ['', /no name/],
    ['/etc/passwd', /absolute/],
    ['C:/windows/x', /absolute/],
    ['..', /"\.\."/],
    ['../x', /"\.\."/],
    ['pages/../../x', /"\.\."/],
    ['pages\\..\\x', /backslash/],
    ['pages//x', /empty segment/],
    ['./x', /empty segment/],
    ['pages/', /empty segment/],
    ['a\0b', /control/],
    ['a\u001B[2Jb', /control/],
  ] as const) {
    test(`${JSON.stringify(name)} is refused`, () => assert.match(entryNameFault(name) ?? 'taken', fault))
  }
})
