import { isValidElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Block } from './legal-document.ts'

export function LegalText({ blocks }: { blocks: readonly Block[] }) {
  // The texts are fixed, in a fixed order.
  return blocks.map((block, place) => <BlockOf key={place} block={block} />)
}

function BlockOf({ block }: { block: Block }) {
  if (typeof block === 'string') return <p>{inline(block)}</p>
  if (isValidElement(block)) return block
  if ('steps' in block) return <ol>{itemsOf(block.steps)}</ol>
  return <ul>{itemsOf(block)}</ul>
}

function itemsOf(texts: readonly string[]): ReactNode {
  return texts.map((text) => <li key={text}>{inline(text)}</li>)
}

/** A text with its strong words and links. */
export function inline(text: string): ReactNode {
  return text.split(/(\*\*.+?\*\*|\[.+?\]\(.+?\))/).map((part) => {
    const link = /^\[(.+)\]\((.+)\)$/.exec(part)
    if (link?.[2] !== undefined) return <LinkTo key={part} words={link[1]} address={link[2]} />
    return part.startsWith('**') ? <strong key={part}>{part.slice(2, -2)}</strong> : part
  })
}

/** Only screens are known to the router. */
function LinkTo({ words, address }: { words: string | undefined; address: string }) {
  return /^#|^\/api\//.test(address) ? <a href={address}>{words}</a> : <Link to={address}>{words}</Link>
}
