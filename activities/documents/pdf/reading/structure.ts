/** Logical structure of a tagged PDF (ISO 32000-1, 14.8), as pdf.js gives it for one page. */

/** An element; roles are mapped to the standard ones already. */
export interface StructureNode {
  role: string
  children?: readonly (StructureNode | StructureContent)[]
  /** Description of a figure. */
  alt?: string
  lang?: string
}

/** Content of the page (`content`, with the id of marked content) or an object such as an annotation. */
export interface StructureContent {
  type: string
  id?: string
}

export const isStructureNode = (part: StructureNode | StructureContent): part is StructureNode => 'role' in part
