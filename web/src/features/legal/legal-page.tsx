import { clsx } from 'clsx'
import { Link, type MetaDescriptor } from 'react-router'
import { pageMeta } from '../../lib/page-meta.ts'
import { breadcrumbs } from '../../lib/structured-data.ts'
import { Contents, ContentsFolded } from './contents.tsx'
import { isValidElement, type ReactNode, type ReactElement } from 'react'

const PAGES = [
  { to: '/privacy', name: 'Privacy' },
  { to: '/terms', name: 'Terms' },
  { to: '/responsible-ai', name: 'Responsible AI' },
]

/** Styles of running text: paragraphs, lists and links. Lists of cards have their own styles. */
const PROSE = [
  '[&>*+*]:mt-4 [&_strong]:font-semibold',
  '[&_ul:not(.kept-list)]:list-disc [&_ul:not(.kept-list)]:pl-5 [&_ol]:list-decimal [&_ol]:pl-5',
  '[&_:is(ul:not(.kept-list),ol)>li]:pl-1 [&_:is(ul:not(.kept-list),ol)>li+li]:mt-2 [&_li]:marker:text-ink-soft',
  '[&_a]:text-accent-ink [&_a]:underline [&_a]:underline-offset-4 [&_a:hover]:decoration-2',
]

export function legalMeta({ path, pageTitle, pageDescription, title }: LegalDocument): MetaDescriptor[] {
  return [...pageMeta({ title: pageTitle, description: pageDescription, path }), breadcrumbs(title, path)]
}

/**
 * The common layout of the legal pages: a summary first, a table of contents beside, and text in a readable line
 * length.
 */
export function LegalPage({ title, lead, changedOn, inShort, sections }: LegalDocument) {
  return (
    <article className="mx-auto max-w-page px-5 pt-10 sm:px-8 sm:pt-16 print:pt-0">
      <header className="max-w-[68ch]">
        <p className="text-[0.9375rem] text-ink-soft">
          Last changed on <time dateTime={changedOn}>{longDate(changedOn)}</time>
        </p>
        <h1 className="mt-3 text-5xl sm:text-6xl">{title}</h1>
        <p className="mt-4 text-lg text-ink-soft sm:text-xl">{lead}</p>
      </header>

      <InShort points={inShort} />

      <div className="mt-12 gap-x-16 lg:mt-16 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <Contents sections={sections} />
        <div className="max-w-[68ch] min-w-0">
          <ContentsFolded sections={sections} />
          {sections.map(({ id, title: heading, text }) => (
            <section key={id} id={id} className="group/section mb-12 print:mb-6">
              <h2 className="text-[1.75rem] sm:text-3xl print:break-after-avoid">
                {heading}
                <a
                  href={`#${id}`}
                  aria-label={`Link to: ${heading}`}
                  className="ml-1 inline-grid min-h-6 min-w-7 place-items-center font-sans text-xl font-normal text-ink-soft no-underline opacity-0 transition-opacity duration-150 group-hover/section:opacity-100 hover:text-accent-ink focus-visible:opacity-100 print:hidden"
                >
                  <span aria-hidden>#</span>
                </a>
              </h2>
              <div className={clsx('mt-4', PROSE)}>
                {text.map((block, place) => (
                  // An index is a stable key here, since the texts and their order are fixed.
                  <BlockOf key={place} block={block} />
                ))}
              </div>
            </section>
          ))}
          <footer className="border-t border-line pt-6 text-ink-soft print:hidden">
            <p>
              Something unclear, or missing?{' '}
              <Link to="/contact" className="font-medium text-accent-ink underline underline-offset-4">
                Write to us
              </Link>
              , and a person reads it.
            </p>
            <nav aria-label="Our rules" className="mt-2">
              <ul className="-ml-1 flex flex-wrap gap-x-5">
                {PAGES.filter(({ name }) => name !== title).map(({ to, name }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className="inline-flex min-h-11 items-center rounded-control px-1 underline underline-offset-4 hover:text-ink"
                    >
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          </footer>
        </div>
      </div>
    </article>
  )
}

/** A summary for people who read no further. */
function InShort({ points }: { points: readonly string[] }) {
  return (
    <section
      aria-labelledby="in-short"
      className="mt-10 grid gap-x-16 gap-y-5 rounded-[22px] border border-line bg-raised p-6 sm:mt-12 sm:p-9 lg:grid-cols-[13rem_minmax(0,1fr)] print:border-line-strong print:p-4 print:shadow-none"
    >
      <h2 id="in-short" className="flex items-center gap-3 self-start text-2xl lg:text-3xl">
        <svg aria-hidden viewBox="0 0 20 24" className="h-7 w-6 shrink-0 fill-none stroke-accent stroke-2">
          <path d="M1 23V10a9 9 0 0 1 18 0v13Z" strokeLinejoin="round" />
          <path d="m6.2 13.4 2.8 2.9 5-5.6" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        In short
      </h2>
      <ul className="grid gap-x-12 gap-y-4 xl:grid-cols-2">
        {points.map((point) => (
          <li
            key={point}
            className="max-w-[60ch] border-l-2 border-line-strong pl-4 [&_a]:text-accent-ink [&_a]:underline [&_a]:underline-offset-4"
          >
            {inline(point)}
          </li>
        ))}
      </ul>
    </section>
  )
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

/** A text with its bold words and links. */
function inline(text: string): ReactNode {
  return text.split(/(\*\*.+?\*\*|\[.+?\]\(.+?\))/).map((part) => {
    const link = /^\[(.+)\]\((.+)\)$/.exec(part)
    if (link?.[2] !== undefined) return <LinkTo key={part} words={link[1]} address={link[2]} />
    return part.startsWith('**') ? <strong key={part}>{part.slice(2, -2)}</strong> : part
  })
}

/** Sections and API addresses are not routes, so they get plain links. */
function LinkTo({ words, address }: { words: string | undefined; address: string }) {
  return /^#|^\/api\//.test(address) ? <a href={address}>{words}</a> : <Link to={address}>{words}</Link>
}

interface LegalSection {
  /** The section's anchor in the page's address; must not change once it is published. */
  id: string
  title: string
  text: readonly Block[]
}

/**
 * A paragraph, a list, numbered steps, or a component. In texts, `**…**` is bold, and `[…](…)` links to a screen, a
 * section or an address of the API.
 */
type Block = string | readonly string[] | { steps: readonly string[] } | ReactElement

export interface LegalDocument {
  path: string
  /** For the browser's tab and search engines, as in `pageMeta`. */
  pageTitle: string
  pageDescription: string
  title: string
  lead: string
  /** The date of the last change of meaning, as `2026-11-21`. */
  changedOn: string
  inShort: readonly string[]
  sections: readonly LegalSection[]
}

const LONG = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-11-21` as "November 21, 2026", independent of the reader's time zone. */
export function longDate(isoDate: string): string {
  return LONG.format(new Date(`${isoDate}T00:00:00Z`))
}
