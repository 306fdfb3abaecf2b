/** A bag: the named values of one thing on a page, whichever source they were read from. */
import type {
  FactSource,
  LabelledValue,
  SiblingItem,
  StatedEntity,
  StatedValue,
  TableCell,
} from '@seine/shared/pages/facts.ts'
import { once } from '@seine/shared/values/once.ts'
import { addressParts } from './address-parts.ts'
import { conceptsOf } from './concepts.ts'
import { isStruck } from './former-prices.ts'
import { keyOf, wordsOf } from './names.ts'
import { isPriceLike } from './numbers.ts'

/** A value as it occurs on the page. */
export interface Raw {
  value: string | number | boolean
  url: string | null
  /** Machine-readable value in the markup; null if none exists. */
  machine: string | null
  source: FactSource
}

export type Value = Raw | Bag

export interface BagEntry {
  key: string
  words: readonly string[]
  /** Confidence that the key is the value's name, up to 1. */
  weight: number
  values: readonly Value[]
}

const valuesMax = 1_000

/** A thing and the group item it was read from; null when it was not read from an item. */
export interface Thing {
  bag: Bag
  item: SiblingItem | null
}

export class Bag {
  readonly source: FactSource
  /** Its whole visible text; null when it has no text of its own. */
  readonly text: string | null
  /** Things that it consists of, whatever their names. */
  readonly parts: readonly Thing[]
  readonly #types: readonly string[] | (() => readonly string[])
  readonly #read: () => readonly BagEntry[]
  #entries: readonly BagEntry[] | null = null
  #byKey: Map<string, BagEntry[]> | null = null

  /**
   * @param types or a function that returns them.
   * @param read returns its names and values; called when they are first needed.
   */
  constructor(
    source: FactSource,
    types: readonly string[] | (() => readonly string[]),
    text: string | null,
    read: () => readonly BagEntry[],
    parts: readonly Thing[] = [],
  ) {
    this.source = source
    this.#types = types
    this.text = text
    this.parts = parts
    this.#read = read
  }

  /** Types of the thing, without their vocabulary. */
  get types(): readonly string[] {
    return typeof this.#types === 'function' ? this.#types() : this.#types
  }

  /** Names and values, read at the first access. */
  get entries(): readonly BagEntry[] {
    this.#entries ??= this.#read()
    return this.#entries
  }

  /** Returns the entries under a key. */
  under(key: string): readonly BagEntry[] {
    if (this.#byKey === null) {
      this.#byKey = new Map()
      for (const entry of this.entries) {
        const entries = this.#byKey.get(entry.key)
        if (entries === undefined) this.#byKey.set(entry.key, [entry])
        else entries.push(entry)
      }
    }
    return this.#byKey.get(key) ?? []
  }
}

/** Whether a value is a thing with properties, not a scalar. */
export const isBag = (value: Value): value is Bag => value instanceof Bag

/**
 * Returns a scalar as stated.
 * @param url target of the link or image that states it.
 * @param machine machine-readable value in the markup.
 */
export const rawOf = (
  value: string | number | boolean,
  source: FactSource,
  url: string | null = null,
  machine: string | null = null,
): Raw => ({ value, url, machine, source })

/** Returns an entry under the key of its name. @param weight certainty from 0 to 1. */
export function entryOf(name: string, values: readonly Value[], weight = 1): BagEntry {
  const words = wordsOf(name)
  return { key: words.join(''), words, weight, values }
}

/** Returns an entry whose values are read when its name is first asked for; it may turn out to have none. */
export function laterEntryOf(name: string, read: () => readonly Value[]): BagEntry {
  const values = once(read)
  return {
    key: keyOf(name),
    words: wordsOf(name),
    weight: 1,
    get values() {
      return values()
    },
  }
}

/** Returns a bag in place of one that is looked for when a value is first asked for; null stands for an empty one. */
export function laterBag(source: FactSource, find: () => Bag | null): Bag {
  const found = once(find)
  return new Bag(
    source,
    () => found()?.types ?? [],
    null,
    () => found()?.entries ?? [],
  )
}

const bags = new WeakMap<object, Bag>()

function kept(of: object, create: () => Bag): Bag {
  const known = bags.get(of)
  if (known !== undefined) return known
  const bag = create()
  bags.set(of, bag)
  return bag
}

const statedValue = (value: StatedValue, source: FactSource): Value =>
  typeof value === 'object' ? entityBag(value) : rawOf(value, source)

/** Returns the bag of an entity. */
export function entityBag(entity: StatedEntity): Bag {
  return kept(entity, () => {
    const { source, types, properties } = entity
    return new Bag(source, types, null, () =>
      Object.entries(properties).map(([name, values]) =>
        entryOf(
          name,
          values.slice(0, valuesMax).map((value) => statedValue(value, source)),
        ),
      ),
    )
  })
}

const levelsMax = 24

/** Returns the bag of an object in the hydration state of a page. */
export function stateBag(object: Readonly<Record<string, unknown>>, level = 0): Bag {
  return kept(object, () => {
    const type = object['__typename'] ?? object['@type']
    return new Bag('hydration', typeof type === 'string' ? [type] : [], null, () =>
      Object.entries(object).flatMap(([name, value]) => {
        const values = level > levelsMax ? [] : stateValues(value, level + 1)
        return values.length === 0 ? [] : [entryOf(name, values)]
      }),
    )
  })
}

function stateValues(value: unknown, level: number): Value[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return [rawOf(value, 'hydration')]
  }
  if (Array.isArray(value)) return value.slice(0, valuesMax).flatMap((each) => stateItem(each, level))
  return stateItem(value, level)
}

function stateItem(value: unknown, level: number): Value[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return [rawOf(value, 'hydration')]
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return [stateBag(value as Record<string, unknown>, level)]
}

const labelLine = /^\s*([^:：\n]{2,40})[:：]\s*(\S[^\n]*)$/u

/** Reads labels inside a text: `Prep: 10 min | Cook: 40 min`. */
const lineEntries = (text: string, source: FactSource, url: string | null): BagEntry[] =>
  text
    .slice(0, 400)
    .split(/\s[|·•]\s/)
    .flatMap((part) => {
      const label = labelLine.exec(part)
      return label === null ? [] : [entryOf(label[1] ?? '', [rawOf(label[2] ?? '', source, url)], 0.95)]
    })

/** Returns the bag of a group item: the names of its parts, and labels in their texts. */
export function itemBag(item: SiblingItem, source: FactSource = 'siblings'): Bag {
  return kept(item, () => {
    return new Bag(source, [], item.text, () =>
      item.fields.flatMap((field) => {
        const raw = rawOf(field.text, source, field.url, field.machine)
        if (isStruck(field) && isPriceLike(field.text)) return [entryOf('old price', [raw], 0.9)]
        const entries = field.names.flatMap((name, index) => partEntries(name, raw, Math.max(0.7, 1 - index * 0.02)))
        return [...entries, ...lineEntries(field.text, source, field.url)]
      }),
    )
  })
}

/**
 * Adds entries for parts of a name: `review author` is also an author; `old price` has its own meaning and is not
 * split.
 */
function partEntries(name: string, raw: Raw, weight: number): BagEntry[] {
  const whole = entryOf(name, [raw], weight)
  const { words } = whole
  if (words.length < 2 || conceptsOf(whole.key).length > 0) return [whole]
  const of = (part: readonly string[], factor: number): BagEntry => ({
    key: part.join(''),
    words: [],
    weight: weight * factor,
    values: [raw],
  })
  const ends = words.slice(1, 4).map((_, index) => of(words.slice(index + 1), 0.96))
  return [whole, ...ends, of(words.slice(0, 1), 0.87)]
}

/** Returns the bag of a table row. */
export const rowBag = (header: readonly string[], row: readonly TableCell[]): Bag =>
  kept(row, () => {
    const text = row.map((cell) => cell.text).join(' ')
    return new Bag('table', [], text, () =>
      row.flatMap((cell, index) => {
        const name = header[index]
        if (name === undefined || cell.text === '') return []
        return partEntries(name, rawOf(cell.text, 'table', cell.url), 1)
      }),
    )
  })

/** Returns the bag of a page's labels; labels with the same name end up under the same key. */
export function labelBag(source: FactSource, labels: () => readonly LabelledValue[]): Bag {
  return new Bag(source, [], null, () =>
    labels().map(({ label, value, url }) => entryOf(label, [rawOf(value, source, url)])),
  )
}

/** Turns a single value into a thing. @param keys of its name, under which the value is found. */
export function valueBag(raw: Raw, keys: Iterable<string>): Bag {
  return new Bag(raw.source, [], String(raw.value), () => [
    ...addressEntries(raw),
    ...[...keys, 'name', 'value', 'title', 'text'].map((key) => ({ key, words: [], weight: 0.95, values: [raw] })),
    ...(raw.url === null ? [] : [entryOf('url', [rawOf(raw.url, raw.source, raw.url)])]),
  ])
}

function addressEntries(raw: Raw): BagEntry[] {
  const parts = typeof raw.value === 'string' ? addressParts(raw.value) : null
  if (parts === null) return []
  return Object.entries(parts).flatMap(([name, part]) =>
    typeof part === 'string' ? [entryOf(name, [rawOf(part, raw.source)])] : [],
  )
}
