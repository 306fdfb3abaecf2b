/**
 * Parts of a page that change without the page being changed: relative times, dates of the last update, counters of
 * visitors and reactions, hashes of builds and requests. They are replaced by a sign, so that two versions that differ
 * only in them have the same text.
 */

const month =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember)[a-z]*\\.?'
const weekday = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\\.?,? )'
const zone = '(?:UTC|GMT|CET|CEST|EST|EDT|PST|PDT|Uhr)(?:[+-]\\d{2}:?\\d{2})?'
const date =
  `${weekday}?(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}(?:[T ]\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\.\\d+)?(?:Z|[+-]\\d{2}:?\\d{2})?)?` +
  `|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th)?\\.? ${month},? \\d{4}|${month} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})`
const clock = `(?:,? ?(?:at|um)? ?\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]\\.?m\\.?)?(?: ?${zone})?)`
const unit = '(?:sec(?:ond)?|min(?:ute)?|hour|hr|day|week|month|year)s?'
const counted =
  '(?:page ?views?|views?|visits?|visitors?|hits|reads?|comments?|replies|reply|responses?|likes?|dislikes?|shares?|retweets?|reposts?|' +
  'reactions?|upvotes?|downvotes?|votes?|followers?|subscribers?|downloads?|plays?|claps?|people (?:are )?(?:viewing|watching)|' +
  'users? online|online now)'
/** Counters that only stand after their number: before one, the same words number parts of a page. */
const countedAfter = `${counted}|ratings?|reviews?|readers|viewers`
const people = '(?:people|persons|readers|users|visitors|viewers|members|customers|shoppers|guests|others)'
/** Marks of emphasis, which sites set around the number or its name alone. */
const marks = '[*_]{0,3}'
const number = '(?:\\d{1,3}(?:[,.\\u2009\\u202f ]\\d{3}){1,5}|\\d{1,20}(?:[.,]\\d{1,9})?)(?: ?[KMB]\\b)?\\+?'
/** What makes a number an amount or a duration and no count. */
const noAmount = `(?! ?(?:%|€|\\$|£|euros?|dollars?|pounds?|USD|EUR|GBP|percent|${unit})(?![\\p{L}\\p{N}]))(?![\\p{L}\\p{N}])`
const verb =
  '(?:last |recently )?(?:updated?|modified|edited|changed|refreshed|reviewed|checked|generated|rendered|fetched|retrieved|visited|synced|built|deployed|cached)'
const published = '(?:posted|published|added|created|submitted|commented|replied|answered|asked|uploaded)'
/** Hexadecimal digits that are no number and no word. */
const hash = '(?=[0-9a-f]{0,80}\\d)(?=[0-9a-f]{0,80}[a-f])[0-9a-f]{7,80}'

interface Rule {
  what: RegExp
  sign: string | ((...groups: string[]) => string)
}

/** The name of a counter in one form: "1 view", "2 views". */
const singular = (name: string): string =>
  name
    .toLowerCase()
    .replace(/replies$/, 'reply')
    .replace(/s(?=$| online$)/, '')

const times: readonly Rule[] = [
  // Relative times: "2 hours ago", "an hour ago", "just now", "vor 3 Stunden".
  {
    what: new RegExp(`\\b(?:(?:about|over|almost) )?(?:\\d+|an?|one|a few|few) ?${unit} ago\\b`, 'giu'),
    sign: '<time>',
  },
  { what: /\b\d+ ?(?:s|m|h|d|w|mo|y) ago\b/giu, sign: '<time>' },
  { what: /\b(?:just|right) now\b|\b(?:moments|seconds) ago\b/giu, sign: '<time>' },
  { what: /\bvor (?:\d+|einer|einem) (?:Sekunde|Minute|Stunde|Tag|Woche|Monat|Jahr)(?:n|en|e)?\b/giu, sign: '<time>' },
  {
    what: new RegExp(
      `\\bin (?:\\d+|an?) ?${unit}(?= (?:left|remaining))|\\b\\d+ ?${unit} (?:left|remaining)\\b`,
      'giu',
    ),
    sign: '<time>',
  },
  {
    what: new RegExp(
      `\\b(last (?:seen|active|online|visit(?:ed)?)|active|online|${published}):? (?:<time>|today|yesterday|now|gestern|heute|\\d+ ?(?:s|m|min|h|d|w|mo|y)\\b)${clock}?(?![\\p{L}\\p{N}])`,
      'giu',
    ),
    sign: '$1 <time>',
  },
  // Dates of the last update, and the date of today.
  {
    what: new RegExp(
      `\\b(${verb}|page generated|(?:current|server|local) (?:date|time)|time now|(?:date|time) now|today is|today(?=:)|today['’]s date(?: is)?|stand|zuletzt (?:aktualisiert|geändert)|letzte (?:aktualisierung|änderung))` +
        `( on| at| am)?(:)?${marks} ?${marks}(?:<time>|today|yesterday|${date}${clock}?|${clock})`,
      'giu',
    ),
    sign: '$1$2$3 <time>',
  },
  { what: new RegExp(`\\b(it is|time is)(?: now)? ${clock}(?: now)\\b`, 'giu'), sign: '$1 <time>' },
  { what: /(©|\(c\)|\bcopyright)( ©| \(c\))? ?\d{4}(?: ?[-–—] ?\d{4})?(?!\d)/giu, sign: '$1$2 <time>' },
  {
    what: /\b(rendered|generated|loaded|served|took) (in|within)? ?\d+(?:[.,]\d+)? ?(?:ms|s|seconds|milliseconds)\b/giu,
    sign: '$1 $2 <time>',
  },
  { what: /<time> in \d+(?:[.,]\d+)? ?(?:ms|s|seconds|milliseconds)\b/giu, sign: '<time> in <time>' },
]

const counters: readonly Rule[] = [
  // "1,234 views", "1.2K likes", "**12** replies".
  {
    what: new RegExp(
      `(?<![\\p{L}\\p{N}.,*_])${marks}(?<![\\p{L}\\p{N}.,])${number}${marks} (${countedAfter})(?![\\p{L}\\p{N}])`,
      'giu',
    ),
    sign: (_all, name) => `<count> ${singular(name)}`,
  },
  // "Seen by 120 people", "You are visitor number 104,233", "Viewed 1,234 times", "Visitor count: 123".
  {
    what: new RegExp(
      `\\b((?:seen|viewed|read|visited|rated|liked|shared|followed|watched|downloaded) by) ${marks}${number}${marks} (?:${people}|times)\\b`,
      'giu',
    ),
    sign: '$1 <count>',
  },
  {
    what: new RegExp(
      `\\b(viewed|visited|read|liked|shared|watched|played|downloaded) ${marks}${number}${marks} times\\b`,
      'giu',
    ),
    sign: '$1 <count>',
  },
  {
    what: new RegExp(
      `\\b((?:you are|sie sind) (?:visitor|guest|besucher)|(?:visitor|guest|besucher) (?:number|no\\.?|nr\\.?|#):?) ?#?${marks}${number}${marks}${noAmount}`,
      'giu',
    ),
    sign: '$1 <count>',
  },
  {
    what: new RegExp(
      `\\b((?:page|view|visitor|visit|hit|download|comment|like|share)s? (?:count|counter|hits|total)):?${marks} ${marks}${number}${marks}`,
      'giu',
    ),
    sign: '$1 <count>',
  },
  // "12 people liked this", "Ann and 12 others like this", "9 customers are viewing this item".
  {
    what: new RegExp(
      `(?<![\\p{L}\\p{N}.,])${marks}${number}${marks} ${people} (?:(?:are|is|have|has|also|currently) ){0,2}(like[sd]?|viewed|viewing|watching|looking at|reading|online|bought this)\\b`,
      'giu',
    ),
    sign: '<count> $1',
  },
  // "Views: 1,234", "**Likes:** 45", "Comments (12)", "Currently online: 34".
  {
    what: new RegExp(
      `\\b(${counted}|currently online|(?:users|members|guests) online)${marks}:?${marks} ?${marks}\\(?${number}\\)?${marks}${noAmount}`,
      'giu',
    ),
    sign: (_all, name) => `${name} <count>`,
  },
  { what: new RegExp(`([👍👎❤♥♡👁👀🔥💬🔁])\\ufe0f? ?${number}(?![\\p{L}\\p{N}])`, 'gu'), sign: '$1 <count>' },
]

const ids: readonly Rule[] = [
  // Hashes and ids of builds, requests and sessions.
  {
    what: /\b(build|commit|revision|rev|version hash|nonce|csrf(?:[ _-]?token)?|token|request[ -]id|trace[ -]id|session[ -]id|ray id|etag|sha)(\.?:|\.| is| #)? ?[`"']?(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[a-z])[\w-]{6,200}={0,2}[`"']?/giu,
    sign: '$1$2 <id>',
  },
  {
    what: new RegExp(
      `\\b(session|version|release|build|asset)(:| -)? ?[\`"']?v?${hash}[\`"']?(?![\\p{L}\\p{N}])`,
      'giu',
    ),
    sign: '$1$2 <id>',
  },
  {
    what: new RegExp(
      `\\b((?:deployed|served|built|generated|rendered|handled) (?:from|by|on))( [a-z]{1,30})??[- ]${hash}(?![\\p{L}\\p{N}])`,
      'giu',
    ),
    sign: '$1 <id>',
  },
]

const rules: readonly Rule[] = [...times, ...counters, ...ids]

/** What every rule needs: most lines of prose have none of it. */
const mayBeNoise = /\d|\b(?:ago|now|vor|left|remaining|today|yesterday|heute|gestern)\b/i

/** How far what changes by itself reaches from its first digit or word of time, on either side, characters. */
const noiseReachCharacters = 100

/** True where nothing that changes by itself reaches over a position of a line. */
export const isFarFromNoise = (line: string, at: number): boolean =>
  !mayBeNoise.test(line.slice(Math.max(0, at - noiseReachCharacters), at + noiseReachCharacters))

/** Returns a line with signs in place of what changes by itself. */
export function withoutNoise(line: string): string {
  if (!mayBeNoise.test(line)) return line
  let text = line
  for (const { what, sign } of rules)
    text = typeof sign === 'string' ? text.replace(what, sign) : text.replace(what, sign)
  return text
}
