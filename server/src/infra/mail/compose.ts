import { escapeHtml } from '../http/html.ts'
import type { MailDraft } from './outbox.ts'

interface MailContent {
  to: string
  subject: string
  greetingName: string
  /** Plain sentences before the link; an array makes several paragraphs. */
  before: string | readonly string[]
  action?: MailLink | undefined
  /** Plain sentences after the link. */
  after: string | readonly string[]
  /** Further links, at the end of the mail. */
  links?: readonly MailLink[]
}

interface MailLink {
  label: string
  url: string
}

/** Renders a mail as plain text and as simple HTML without pictures or external styles. */
export function composeMail({ to, subject, greetingName, before, action, after, links = [] }: MailContent): MailDraft {
  const name = greetedName(greetingName)
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`
  const [above, below] = [[greeting, before].flat(), [after].flat()]
  const text = [
    ...above,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...below,
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    'Voxhall',
  ].join('\n\n')
  const html = `<!doctype html>
<html lang="en"><body style="font-family: sans-serif; line-height: 1.5; color: #1d1b18">
${above.map(paragraph).join('\n')}
${action ? button(action) : ''}
${below.map(paragraph).join('\n')}
${links.map(({ label, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`).join('\n')}
<p>Voxhall</p>
</body></html>
`
  return { to, subject, text, html }
}

const button = ({
  label,
  url,
}: MailLink): string => `<p><a href="${escapeHtml(url)}" style="display: inline-block; padding: 10px 18px; border-radius: 6px; background: #c8361d; color: #ffffff; text-decoration: none">${escapeHtml(label)}</a></p>
<p>If the button does not work, copy this address: <br>${escapeHtml(url)}</p>`

const paragraph = (words: string): string => `<p>${escapeHtml(words)}</p>`

/** Letters of any script, with the separators in names. A dot is allowed only before a space or at the end ("J. Doe Jr."). */
const NAME = /^(?:[\p{L}\p{M}\p{N} '’\-,]|\.(?= |$))+$/u
const SPELLED_ADDRESS = /\b(?:https?|www|dot|punkt|punto|point)\b/i
/** Four digits may begin a telephone number, and a name with more words than this is probably a message. */
const MAX_DIGITS = 3
const MAX_WORDS = 6

/**
 * The name in a mail's greeting, or an empty text if it is not plausible. Strangers choose this name, so it must not
 * carry an address or a message of theirs. Mail programs also make links of look-alike dots, so the name is normalised
 * first.
 */
function greetedName(name: string): string {
  const plain = name.normalize('NFKC').trim()
  const digits = plain.replaceAll(/\P{N}/gu, '').length
  const isName = NAME.test(plain) && !SPELLED_ADDRESS.test(plain)
  return isName && digits <= MAX_DIGITS && plain.split(/\s+/).length <= MAX_WORDS ? plain : ''
}

export function linksIn(text: string): string[] {
  return text.match(/https?:\/\/[^\s<>"]+/g) ?? []
}
