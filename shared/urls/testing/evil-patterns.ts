/** Patterns made to be expensive to match, and URLs they are expensive on; both get past literal prefilters. */

import { seededNumbers } from './seeded-numbers.ts'

/** A pattern, and the characters of the paths that are expensive to match against it. */
export interface EvilPattern {
  pattern: string
  characters: string
}

const evil = (characters: string, ...patterns: string[]): EvilPattern[] =>
  patterns.map((pattern) => ({ pattern, characters }))

/** Patterns of many shapes: counters, nested repeats, alternations, conditions, classes, folded case, prefixes. */
export const evilPatterns: readonly EvilPattern[] = [
  ...evil(
    'ab',
    'a[ab]{880}[c-f]',
    '[ab]{900}c',
    '(?:a|b){800}c',
    '(?:a?){500}(?:b?){400}c',
    '(?:(?:a?){30}){30}c',
    '(?:(?:a{2}){20}b?){20}c',
    '((((a{10}){10}){9})b?)c',
    '(?:a*b*){300}c',
    '(?:a*)*(?:b*)*c',
    '^(a+)+$',
    '(a|aa|aaa|ab)+c',
    '^(?:a|b)*a(?:a|b){600}c',
    '(?:.*a){100}c',
    '.*.*.*.*.*.*.*.*c',
    '(?s:.{1,900})c',
    '(?:a|b|ab|ba|aab|abb)*c',
    'a.{0,900}c',
    '(?:^|a)[ab]{700}$c',
    '\\b[ab]{800}\\B-',
    '(?:\\b|\\B)*[ab]{500}c',
    '(?m:^)*(?:a|b){600}(?m:$)c',
    '(?i)a[ab]{880}c',
    '(?i:[a-b]{1,900})c',
    '[[:alpha:]]{900}[[:digit:]]',
    '\\w{900}-',
    '\\pL{600}1',
    '(?i)\\pL{300}1',
    '[^c]{900}c',
    '(?:[^/]{1,30}/?){30}c',
    'a[ab]{200}a[ab]{200}a[ab]{200}c',
    `(?:${Array.from({ length: 100 }, (_, at) => `a[ab]{${at % 9}}c`).join('|')})`,
    `${'a?'.repeat(400)}c`,
    `${'[ab]*'.repeat(150)}c`,
    `${'(a|b)'.repeat(150)}c`,
    `${'a+b*'.repeat(200)}c`,
  ),
  ...evil('ab/', '(?:/[ab]+)*/c', '(?:[^/]*/){300}c', '(?:/[^/]{1,40}){20}c', '/(?:.*/){20}c'),
  ...evil('0123456789', '\\d{900}a', '(?:\\d{1,30}){30}a', '(?:\\d\\d?){400}a', '1[0-9]{880}[a-f]'),
  ...evil('kKsS', 'k[k-s]{900}1', '(?i)k[k-s]{900}1', '(?i)(?:k|s){800}1', '(?i)[k-s]{1,900}1'),
  ...evil('%2E', '(?:%[0-9A-F]{2}){200}Z', '%[%0-9A-F]{900}Z', '(?:%2|2E|E%)+Z'),
]

/** Returns pseudo-random paths, the same on every call. */
export function evilPaths(characters: string, count: number, length: number): string[] {
  const next = seededNumbers(1)
  return Array.from(
    { length: count },
    () => `/${Array.from({ length: length - 1 }, () => characters[next(characters.length)]).join('')}`,
  )
}
