/** One source file of the repository, as the rules of the house look at it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type Program } from 'oxc-parser'

/** What the rules need of a file. */
export interface SourceFile {
  /** Relative to the repository, with slashes. */
  path: string
  text: string
  /** Module specifiers as written: `import`, `export … from`, `import()` of a literal, types included. */
  specifiers: string[]
  /** Relative files that are named by `new URL('…', import.meta.url)`: programs of threads. */
  programs: string[]
  /** Types, interfaces and classes that the file itself declares and exports. */
  exportedTypes: string[]
  /** Lengths of all functions, in lines. */
  functionLines: number[]
}

const programUrl = /new URL\(\s*'([^']+\.ts)',\s*import\.meta\.url\)/g

/**
 * Reads and parses a file.
 * @param root of the repository.
 * @throws Error when the file has a syntax error; the message names it.
 */
export function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const { module, program, errors } = parseSync(path, text, { sourceType: 'module' })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end))
  return {
    path,
    text,
    specifiers: [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
      ),
      ...dynamic.flatMap((request) => /^(['"])(.+)\1$/.exec(request)?.[2] ?? []),
    ],
    programs: [...text.matchAll(programUrl)].map((match) => match[1]!),
    exportedTypes: exportedTypesOf(program),
    functionLines: functionLinesOf(program, text),
  }
}

function exportedTypesOf({ body }: Program): string[] {
  return body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    const { declaration } = statement
    switch (declaration?.type) {
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
        return [declaration.id.name]
      case 'ClassDeclaration':
        return declaration.id === null ? [] : [declaration.id.name]
      default:
        return []
    }
  })
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

function functionLinesOf(program: Program, text: string): number[] {
  const lines: number[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item)
      return
    }
    if (!isNode(value)) return
    if (functionTypes.has(value.type)) lines.push(text.slice(value.start, value.end).split('\n').length)
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child)
  }
  visit(program.body)
  return lines
}
