import { CATALOGUE } from '#contract/catalogue.ts'
import type { MetaFunction } from 'react-router'
import { Gallery } from '../features/home/gallery.tsx'
import { Hero } from '../features/home/hero.tsx'
import { Studio } from '../features/home/studio.tsx'
import { useShell } from './shell-context.ts'

export const meta: MetaFunction = () => [
  { title: 'Voxhall: AI assistants you talk with' },
  {
    name: 'description',
    content:
      'Sixteen AI assistants with a face and a voice, each at home in one field. Talk with one for a minute, or have one made for your business.',
  },
]

export default function HomeRoute() {
  const shell = useShell()
  return (
    <>
      <Hero assistants={CATALOGUE} onCreate={shell.openBusinessPlans} onOpenCatalogue={shell.openCatalogue} />
      <Gallery assistants={CATALOGUE} onTalk={shell.talkTo} onOpenCatalogue={shell.openCatalogue} />
      <Studio />
    </>
  )
}
