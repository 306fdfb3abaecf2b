/** `./dev house`: the rules of the rooms, what breaks them, and the measures of the house; draws its pictures. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { breachesOf, rules } from './house/breaches.ts'
import { readImportGraph } from './house/import-graph.ts'
import { guideWithPictures, picturesGuide } from './house/pictures.ts'
import { shapeOf, shapeTable } from './house/shape.ts'

/**
 * Prints breaches and measures.
 * @param root of the repository.
 * @param draw whether the pictures in the guide are drawn again.
 * @returns 0 without breaches, else 1.
 */
export function houseCommand(root: string, draw: boolean, print: (text: string) => void): number {
  const graph = readImportGraph(root)
  if (draw) {
    writeFileSync(join(root, picturesGuide), guideWithPictures(root, graph))
    print(`drew the pictures in ${picturesGuide}\n`)
  }
  const breaches = breachesOf(root, graph)
  for (const rule of rules) {
    print(`${rule}: ${breaches[rule].length}\n`)
    for (const sentence of breaches[rule]) print(`  ${sentence}\n`)
  }
  print(`\n${shapeTable(shapeOf(graph))}`)
  return rules.every((rule) => breaches[rule].length === 0) ? 0 : 1
}
