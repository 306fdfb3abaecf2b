/** Where a Dockerfile or a YAML file names images. */
import { basename } from 'node:path'

/** A reference as it is written, without quotes. */
export interface ReferencePlace {
  text: string
  /** Index of its first character in the file. */
  start: number
}

/** Replaces matches by spaces, so that all that is left keeps its place. */
const blanked = (text: string, pattern: RegExp): string => text.replaceAll(pattern, (match) => ' '.repeat(match.length))

/** Returns the places of the group `image` of a pattern, which needs the flags `d` and `g`. */
const placesOf = (text: string, pattern: RegExp): ReferencePlace[] =>
  [...text.matchAll(pattern)].map((match) => ({
    text: match.groups!['image']!,
    start: match.indices!.groups!['image']![0],
  }))

/**
 * `image: NAME`, in a list and in braces too, with an anchor or a tag of YAML before the name. Names that are computed
 * (`{{ … }}`, `${…}`) and aliases do not match.
 */
const yamlImage =
  /(?:^[ \t]*(?:-[ \t]+)*|[{[,][ \t]*)["']?image["']?:[ \t]*(?:[&!]\S+[ \t]+)*["']?(?<image>[^\s"'{}[\],$&*!]+)["']?(?=[ \t]*(?:[\]},]|$))/dgm

const yamlPlaces = (text: string): ReferencePlace[] => placesOf(blanked(text, /(?<=^|[ \t])#.*$/gm), yamlImage)

/** The names of images in a Dockerfile, besides its build arguments. A `$` makes a name a computed one. */
const dockerfileImages = [
  /^[ \t]*FROM[ \t]+(?:--\S+[ \t]+)*(?<image>[^\s$]+)(?=\s|$)/dgim,
  /^[ \t]*(?:COPY|ADD)[ \t](?:.*[ \t])?--from=(?<image>[^\s$]+)(?=\s)/dgim,
  /--mount=(?:[^\s,]+,)*from=(?<image>[^\s,$]+)(?=[\s,])/dg,
]

/** The image in which BuildKit finds its own front end. */
const syntaxImage = /^#[ \t]*syntax[ \t]*=[ \t]*(?<image>\S+)/dgim

const argument = /(?<=^[ \t]*ARG[ \t](?:.*[ \t])?)(?<name>\w+)=["']?(?<image>[^\s"'$]+)/dgim

function dockerfilePlaces(text: string): ReferencePlace[] {
  const joined = blanked(blanked(text, /^[ \t]*#.*$/gm), /\\\n/g)
  const names = (pattern: RegExp): string[] => [...joined.matchAll(pattern)].map(([, name = '']) => name)
  const stages = new Set(names(/^[ \t]*FROM[ \t].*[ \t]AS[ \t]+(\S+)/gim).map((name) => name.toLowerCase()))
  const bases = new Set(names(/^[ \t]*FROM[ \t]+(?:--\S+[ \t]+)*\$\{?(\w+)\}?(?=\s|$)/gim))
  // A stage is named, counted from 0, or the empty one.
  const isStage = (name: string): boolean => stages.has(name.toLowerCase()) || /^(?:\d+|scratch)$/.test(name)
  return [
    ...placesOf(text, syntaxImage),
    ...[...joined.matchAll(argument)].flatMap(({ groups, indices }) =>
      bases.has(groups!['name']!) ? [{ text: groups!['image']!, start: indices!.groups!['image']![0] }] : [],
    ),
    ...dockerfileImages.flatMap((pattern) => placesOf(joined, pattern)).filter((place) => !isStage(place.text)),
  ]
}

/** Returns the places at which a file names images, in their order. @param file its path */
export function referencePlaces(file: string, text: string): ReferencePlace[] {
  const places = basename(file).startsWith('Dockerfile') ? dockerfilePlaces(text) : yamlPlaces(text)
  return places.toSorted((one, other) => one.start - other.start)
}
