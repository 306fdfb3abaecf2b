/** Converts amounts to the unit that the name of a property asks for: of `weight_kg`, `500 g` is 0.5. */
import { numberIn } from './numbers.ts'
import type { WantedValue } from './wanted.ts'

/** How many of the first unit of a dimension each unit is; singular and in lower case. */
const dimensions: readonly Readonly<Record<string, number>>[] = [
  { g: 1, gram: 1, gramm: 1, mg: 0.001, kg: 1_000, kilo: 1_000, kilogram: 1_000, t: 1e6, lb: 453.59237, pound: 453.59237, oz: 28.349523125, ounce: 28.349523125 },
  { m: 1, meter: 1, metre: 1, mm: 0.001, cm: 0.01, km: 1_000, kilometer: 1_000, kilometre: 1_000, in: 0.0254, inch: 0.0254, ft: 0.3048, foot: 0.3048, feet: 0.3048, mi: 1_609.344, mile: 1_609.344 },
  { m2: 1, sqm: 1, qm: 1, km2: 1e6, ha: 10_000, hectare: 10_000, ft2: 0.09290304, sqft: 0.09290304, acre: 4_046.8564224 },
  { l: 1, liter: 1, litre: 1, ml: 0.001, cl: 0.01, dl: 0.1 },
  { b: 1, byte: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12, kib: 1_024, mib: 1_048_576, gib: 1_073_741_824 },
] // prettier-ignore

/** Units whose names also mean something else: of these, the rest of the name has to be a measure. */
const ambiguous = new Set(['in', 'm', 't', 'l', 'b', 'mi', 'foot', 'pound'])
const measureWord =
  /^(?:length|width|height|depth|size|diameter|thickness|distance|altitude|elevation|screen|display|volume|capacity|weight|mass|payload|radius)$/

const amounts =
  /(\d(?:[\d.,'’\u00a0\u202f]*\d)?)\s?(sq\.?\s?(?:m|ft)|(?:km|m|ft)[²2](?!\d)|\p{L}{1,10})(?![\p{L}\d²³])/giu

const textMaxCharacters = 200

/** Returns the unit in which a name asks for a number; null for other names. */
function unitIn({ words, kind }: WantedValue): string | null {
  const [last = '', before = ''] = [words.at(-1), words.at(-2)]
  const unit = last === '2' && /^(?:m|km|ft)$/.test(before) ? `${before}2` : last
  const rest = words.slice(0, unit === last ? -1 : -2)
  if (rest.length === 0 || (kind !== 'plain' && kind !== 'count')) return null
  if (!dimensions.some((each) => Object.hasOwn(each, unit))) return null
  return ambiguous.has(unit) && !rest.some((word) => measureWord.test(word)) ? null : unit
}

const unitOf = (written: string): string => {
  const unit = written.toLowerCase().replaceAll(/[.\s]/g, '').replace('²', '2')
  return unit.length > 3 ? unit.replace(/(?<=inch)es$|s$/, '') : unit.replace(/^lbs$/, 'lb')
}

/**
 * Returns an amount of a text in the unit that the name of a property asks for.
 * @param isGrouped as for `numberIn`.
 * @returns null when the name has no unit, or the text no amount with a unit of the same dimension.
 */
export function measureIn(text: string, wanted: WantedValue, isGrouped: boolean): number | null {
  const unit = unitIn(wanted)
  const dimension = unit === null ? undefined : dimensions.find((each) => Object.hasOwn(each, unit))
  if (unit === null || dimension === undefined) return null
  const one = dimension[unit] ?? 1
  let first: number | null = null
  for (const [, written = '', name = ''] of text.slice(0, textMaxCharacters).matchAll(amounts)) {
    const found = unitOf(name)
    const factor = Object.hasOwn(dimension, found) ? dimension[found] : undefined
    const number = factor === undefined ? null : numberIn(written, { isMoney: false, isGrouped })
    if (factor === undefined || number === null) continue
    // `500 g (17.6 oz)` states both: no conversion is as exact.
    if (factor === one) return number
    first ??= Number(((number * factor) / one).toPrecision(significantDigits))
  }
  return first
}

/** Products of such factors are not exact in binary. */
const significantDigits = 6
