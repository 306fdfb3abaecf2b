/**
 * Estimates the number of tokens of a text without the tokeniser of the model. The estimate is conservative for the
 * byte pair encodings in use: about 3.5 characters per token for prose in Latin script, one for Chinese, Japanese and
 * Korean.
 */

const lowerCaseStart = 0x61
const alphabetLetters = 26
const caseBit = 0x20
const latinEnd = 0x02_50
/** Greek, Cyrillic, Armenian, Hebrew, Arabic. */
const alphabetsEnd = 0x07_00

const weights = {
  /** White space is mostly part of the token of the next word. */
  whiteSpace: 0.2,
  letter: 0.25,
  digitOrSign: 0.5,
  accented: 0.7,
  otherAlphabet: 0.5,
  ideograph: 1,
  /** One half of a character beyond the basic multilingual plane. */
  surrogate: 1.5,
} as const

/**
 * Estimates the tokens of one UTF-16 code unit.
 * @param code the code unit.
 */
export function tokensOfUnit(code: number): number {
  if (code <= caseBit) return weights.whiteSpace
  if (code < 0x80) {
    const letter = (code | caseBit) - lowerCaseStart
    return letter >= 0 && letter < alphabetLetters ? weights.letter : weights.digitOrSign
  }
  if (code < latinEnd) return weights.accented
  if (code < alphabetsEnd) return weights.otherAlphabet
  return code >= 0xd8_00 && code <= 0xdf_ff ? weights.surrogate : weights.ideograph
}

/** Estimates the tokens of a text; linear in its length. */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; at += 1) tokens += tokensOfUnit(text.charCodeAt(at))
  return Math.ceil(tokens)
}
