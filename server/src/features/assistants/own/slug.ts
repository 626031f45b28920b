import { randomInt } from 'node:crypto'

const NAME_LENGTH = 40
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
/** 10^12 of them: an address is found by those who were told it. */
const TAIL_LENGTH = 8

/** "Zoë & Co." → `zoe-co-k3v9m2xa`. */
export function newSlug(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  const tail = Array.from({ length: TAIL_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${words === '' ? 'assistant' : words}-${tail}`
}
