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
  /** Comments, and titles of tests. */
  prose: Prose[]
}

/** A text for readers of the code. */
export interface Prose {
  /** Line on which it begins, from 1. */
  line: number
  text: string
}

const programUrl = /new URL\(\s*'([^']+\.ts)',\s*import\.meta\.url\)/g

/**
 * Reads and parses a file.
 * @param root of the repository.
 * @throws Error when the file has a syntax error; the message names it.
 */
export function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const { comments, module, program, errors } = parseSync(path, text, { sourceType: 'module' })
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
    prose: [...comments, ...(path.endsWith('.test.ts') ? titlesOf(program) : [])].map(({ start, end }) => ({
      line: text.slice(0, start).split('\n').length,
      // Without the quotes of a title, and without the first characters of a comment.
      text: text.slice(start + 1, end - 1),
    })),
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

/** Calls `see` for every node below a value. */
function walk(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, see)
    return
  }
  if (!isNode(value)) return
  see(value)
  for (const child of Object.values(value)) if (typeof child === 'object') walk(child, see)
}

function functionLinesOf(program: Program, text: string): number[] {
  const lines: number[] = []
  walk(program.body, ({ type, start, end }) => {
    if (functionTypes.has(type)) lines.push(text.slice(start, end).split('\n').length)
  })
  return lines
}

const testFunctions = new Set(['describe', 'it', 'suite', 'test'])

/** Returns the titles of tests that are written in the call: `it('…')`, `describe.skip(`…`)`. */
function titlesOf(program: Program): Node[] {
  const titles: Node[] = []
  walk(program.body, (node) => {
    if (node.type !== 'CallExpression') return
    const { callee, arguments: given } = node as Node & { callee: Node; arguments: readonly Node[] }
    const called = callee.type === 'MemberExpression' ? (callee as Node & { object: Node }).object : callee
    const [title] = given
    if (!testFunctions.has((called as Node & { name?: string }).name ?? '')) return
    if (title?.type === 'Literal' || title?.type === 'TemplateLiteral') titles.push(title)
  })
  return titles
}
