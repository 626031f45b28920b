import type { PageAudit } from './audit-page.ts'

/** One line of the table: a figure, its target, and the check against it. */
export interface Target {
  what: string
  target: string
  read: (audit: PageAudit) => number
  show: (value: number) => string
  isMet: (value: number) => boolean
}

const score = (value: number) => String(value)
const ms = (value: number) => `${Math.round(value)} ms`
const kB = (value: number) => `${(value / 1000).toFixed(1)} kB`
const shift = (value: number) => value.toFixed(3)

const perfect = (what: string, category: 'accessibility' | 'best-practices' | 'seo'): Target => ({
  what,
  target: '100',
  read: ({ scores }) => scores[category],
  show: score,
  isMet: (value) => value === 100,
})

export const TARGETS: readonly Target[] = [
  {
    what: 'performance',
    target: '≥ 98',
    read: ({ scores }) => scores.performance,
    show: score,
    isMet: (value) => value >= 98,
  },
  perfect('accessibility', 'accessibility'),
  perfect('best practices', 'best-practices'),
  perfect('search engines', 'seo'),
  {
    what: 'largest contentful paint',
    target: '≤ 1500 ms',
    read: ({ lcpMs }) => lcpMs,
    show: ms,
    isMet: (value) => value <= 1500,
  },
  { what: 'layout shift', target: '≤ 0.02', read: ({ cls }) => cls, show: shift, isMet: (value) => value <= 0.02 },
  {
    what: 'script on the wire, until idle',
    target: '≤ 130 kB',
    read: ({ scriptBytes }) => scriptBytes,
    show: kB,
    isMet: (value) => value <= 130_000,
  },
  { what: 'first contentful paint', target: '', read: ({ fcpMs }) => fcpMs, show: ms, isMet: () => true },
  { what: 'total blocking time', target: '', read: ({ tbtMs }) => tbtMs, show: ms, isMet: () => true },
  {
    what: 'processor time of the main thread',
    target: '',
    read: ({ cpu }) => cpu.totalMs,
    show: ms,
    isMet: () => true,
  },
]
