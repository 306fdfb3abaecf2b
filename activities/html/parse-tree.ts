/**
 * Parses HTML to a tree: our scanner feeds the tree construction of parse5, which builds our nodes.
 *
 * parse5 gives broken markup the same structure as in a browser (implied tags, misnesting, foster parenting). Its own
 * tokenizer, which reads every character separately, is not used.
 */
import { Parser, Token, TokenizerMode, html as standard, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { scanMarkup, type Attribute, type ContentModel, type MarkupHandler } from './scanner.ts'
import { flattenShadowRoots, isShadowTemplate } from './shadow-roots.ts'
import { shapeElements } from './tags.ts'
import { noNotes, type SourceNotes, type SourceScript } from './source-notes.ts'
import { append, attribute, childrenOf, createDocument, createText, detach, insertBefore, TreeNode } from './tree.ts'

type NodeMap = TreeAdapterTypeMap<
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode
>

/** Thrown when the page has more than `treeNodesMax` nodes; no tree is built. */
export class TooManyNodesError extends Error {
  override readonly name = 'TooManyNodesError'
}

/** A parsed page. */
export interface ParsedPage {
  document: TreeNode
  /** True when elements deeper than `treeDepthMax` were moved up. */
  depthCapped: boolean
  notes: SourceNotes
}

/**
 * Parses a page. Declarative shadow roots are flattened to what a browser shows.
 * @param html decoded source.
 * @throws TooManyNodesError beyond `extractLimits.treeNodesMax` nodes.
 */
export function parseTree(html: string): ParsedPage {
  const builder = new TreeBuilder()
  const parser = new Parser<NodeMap>({ treeAdapter: builder, scriptingEnabled: false })
  scanMarkup(html, new ParserFeed(parser, builder), extractLimits.attributesPerElementMax)
  parser.onEof({ type: Token.TokenType.EOF, location: null })
  if (builder.hasShadowRoots) flattenShadowRoots(parser.document)
  return { document: parser.document, depthCapped: builder.depthCapped, notes: builder.notes }
}

const doctypeParts = /^\s*([^\s>]+)\s*(?:public\s*(["'])(.*?)\2\s*(?:(["'])(.*?)\4)?|system\s*(["'])(.*?)\6)?/i

const startsWithSpace = /^[\t\n\f ]+/

/** Passes what the scanner finds to the tree construction stage. */
class ParserFeed implements MarkupHandler {
  readonly #parser: Parser<NodeMap>
  readonly #builder: TreeBuilder
  /** The outermost picture or formula that has begun and not ended, and where its content begins. */
  #drawing: TreeNode | null = null
  #drawingFrom = 0

  constructor(parser: Parser<NodeMap>, builder: TreeBuilder) {
    this.#parser = parser
    this.#builder = builder
  }

  startTag(name: string, attributes: Token.Attribute[], selfClosing: boolean, after: number): ContentModel {
    const parser = this.#parser
    const wasForeign = parser.tokenizer.inForeignNode
    if (wasForeign && shapeElements.has(name)) return 'markup'
    if (name === 'noscript' && !wasForeign) this.#builder.beginNoscript()
    parser.onStartTag({
      type: Token.TokenType.START_TAG,
      tagName: name,
      tagID: standard.getTagID(name),
      selfClosing,
      ackSelfClosing: false,
      attrs: attributes,
      location: null,
    })
    if (selfClosing) {
      if (name.includes('-')) this.#noteSelfClosed(name)
    } else if ((name === 'svg' || name === 'math') && !wasForeign) {
      this.#drawing = this.#opened()
      this.#drawingFrom = after
    }
    const state = parser.tokenizer.state
    if (state === TokenizerMode.DATA) return 'markup'
    // The return value sets the state of the scanner; the parser's own tokenizer is not used.
    parser.tokenizer.state = TokenizerMode.DATA
    if (state === TokenizerMode.RCDATA) return 'text-with-references'
    return state === TokenizerMode.PLAINTEXT ? 'rest-is-text' : 'raw-text'
  }

  #opened(): TreeNode {
    return this.#parser.openElements.current ?? this.#parser.document
  }

  #noteSelfClosed(name: string): void {
    const opened = this.#opened()
    if (opened.name === name) this.#builder.notes.selfClosed.add(opened)
  }

  endTag(name: string, at: number): void {
    const parser = this.#parser
    if (parser.tokenizer.inForeignNode && shapeElements.has(name)) return
    if (name === 'noscript') this.#builder.endNoscript()
    if (this.#drawing !== null && this.#drawing.name === name) {
      this.#builder.notes.drawings.set(this.#drawing, at - this.#drawingFrom)
      this.#drawing = null
    }
    parser.onEndTag({
      type: Token.TokenType.END_TAG,
      tagName: name,
      tagID: standard.getTagID(name),
      selfClosing: false,
      ackSelfClosing: false,
      attrs: [],
      location: null,
    })
  }

  script(attributes: readonly Attribute[], content: string): void {
    this.#builder.addScript(this.#opened(), { attributes, content })
  }

  text(text: string): void {
    const space = startsWithSpace.exec(text)
    const spaceEnd = space === null ? 0 : space[0].length
    if (spaceEnd > 0) {
      this.#parser.onWhitespaceCharacter({
        type: Token.TokenType.WHITESPACE_CHARACTER,
        chars: text.slice(0, spaceEnd),
        location: null,
      })
    }
    if (spaceEnd < text.length) {
      this.#parser.onCharacter({
        type: Token.TokenType.CHARACTER,
        chars: spaceEnd === 0 ? text : text.slice(spaceEnd),
        location: null,
      })
    }
  }

  doctype(declaration: string): void {
    const [, name, , publicId, , systemIdAfterPublic, , systemId] = doctypeParts.exec(declaration) ?? []
    this.#parser.onDoctype({
      type: Token.TokenType.DOCTYPE,
      name: name?.toLowerCase() ?? null,
      forceQuirks: name === undefined,
      publicId: publicId ?? null,
      systemId: systemIdAfterPublic ?? systemId ?? null,
      location: null,
    })
  }

  inForeignContent(): boolean {
    return this.#parser.tokenizer.inForeignNode
  }
}

/** Elements of every page, whichever tag they are implied by. */
const frameElements = new Set(['html', 'head', 'body'])

/** Builds `TreeNode`s as requested by parse5, within the limits. */
class TreeBuilder implements TreeAdapter<NodeMap> {
  depthCapped = false
  hasShadowRoots = false
  readonly notes: SourceNotes = noNotes()
  #nodes = 0
  /** Number of the noscript element whose source is being read; 0 outside. */
  #noscript = 0
  #noscripts = 0
  #scripts = 0
  #mode: standard.DOCUMENT_MODE = standard.DOCUMENT_MODE.NO_QUIRKS

  #count(): void {
    if (++this.#nodes > extractLimits.treeNodesMax) {
      throw new TooManyNodesError(`more than ${extractLimits.treeNodesMax} nodes`)
    }
  }

  /** Begins the source of a noscript element; one inside another is a part of it. */
  beginNoscript(): void {
    if (this.#noscript === 0) this.#noscript = ++this.#noscripts
  }

  endNoscript(): void {
    this.#noscript = 0
  }

  addScript(within: TreeNode, script: SourceScript): void {
    if (this.#noscript > 0 || ++this.#scripts > extractLimits.scriptsMax) return
    // The template of a shadow root is not in the finished tree.
    const parent = isShadowTemplate(within.name, within.attributes) ? (within.parent ?? within) : within
    const others = this.notes.scripts.get(parent)
    if (others === undefined) this.notes.scripts.set(parent, [script])
    else others.push(script)
  }

  createDocument(): TreeNode {
    return createDocument()
  }

  createDocumentFragment(): TreeNode {
    return createDocument()
  }

  createElement(name: string, namespace: standard.NS, attributes: Token.Attribute[]): TreeNode {
    this.#count()
    if (isShadowTemplate(name, attributes)) this.hasShadowRoots = true
    const node = new TreeNode(name, namespace, attributes, null)
    if (this.#noscript > 0 && !frameElements.has(name)) this.notes.noscripts.set(node, this.#noscript)
    return node
  }

  createCommentNode(): TreeNode {
    return createText('')
  }

  createTextNode(text: string): TreeNode {
    this.#count()
    const node = createText(text)
    if (this.#noscript > 0) this.notes.noscripts.set(node, this.#noscript)
    return node
  }

  appendChild(parent: TreeNode, node: TreeNode): void {
    append(this.#within(parent), node)
  }

  insertBefore(parent: TreeNode, node: TreeNode, reference: TreeNode): void {
    insertBefore(parent, node, reference)
  }

  /** Returns the nearest ancestor (or the node itself) that is not too deep to have children. */
  #within(parent: TreeNode): TreeNode {
    let at = parent
    while (at.depth >= extractLimits.treeDepthMax && at.parent !== null) {
      at = at.parent
      this.depthCapped = true
    }
    return at
  }

  insertText(parent: TreeNode, text: string): void {
    const last = parent.last
    if (last !== null && last.text !== null) last.text += text
    else append(parent, this.createTextNode(text))
  }

  insertTextBefore(parent: TreeNode, text: string, reference: TreeNode): void {
    const previous = reference.previous
    if (previous !== null && previous.text !== null) previous.text += text
    else insertBefore(parent, this.createTextNode(text), reference)
  }

  adoptAttributes(node: TreeNode, attributes: Token.Attribute[]): void {
    for (const candidate of attributes) {
      if (node.attributes.length >= extractLimits.attributesPerElementMax) return
      if (attribute(node, candidate.name) === null) node.attributes.push(candidate)
    }
  }

  detachNode(node: TreeNode): void {
    detach(node)
  }

  /** Template content is kept as children of the template itself. */
  setTemplateContent(): void {}

  getTemplateContent(template: TreeNode): TreeNode {
    return template
  }

  setDocumentType(): void {}

  setDocumentMode(_document: TreeNode, mode: standard.DOCUMENT_MODE): void {
    this.#mode = mode
  }

  getDocumentMode(): standard.DOCUMENT_MODE {
    return this.#mode
  }

  getFirstChild(node: TreeNode): TreeNode | null {
    return node.first
  }

  getChildNodes(node: TreeNode): TreeNode[] {
    return childrenOf(node)
  }

  getParentNode(node: TreeNode): TreeNode | null {
    return node.parent
  }

  getAttrList(node: TreeNode): Token.Attribute[] {
    return node.attributes
  }

  getTagName(node: TreeNode): string {
    return node.name
  }

  getNamespaceURI(node: TreeNode): standard.NS {
    return node.namespace
  }

  getTextNodeContent(node: TreeNode): string {
    return node.text ?? ''
  }

  getCommentNodeContent(): string {
    return ''
  }

  getDocumentTypeNodeName(): string {
    return ''
  }

  getDocumentTypeNodePublicId(): string {
    return ''
  }

  getDocumentTypeNodeSystemId(): string {
    return ''
  }

  isTextNode(node: TreeNode): node is TreeNode {
    return node.text !== null
  }

  isCommentNode(_node: TreeNode): _node is TreeNode {
    return false
  }

  isDocumentTypeNode(_node: TreeNode): _node is TreeNode {
    return false
  }

  isElementNode(node: TreeNode): node is TreeNode {
    return node.name !== ''
  }

  setNodeSourceCodeLocation(): void {}

  getNodeSourceCodeLocation(): undefined {
    return undefined
  }

  updateNodeSourceCodeLocation(): void {}
}
