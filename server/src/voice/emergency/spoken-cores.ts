import { withParts } from './signs/sign-language.ts'
import { createSignMatcher } from './signs/sign-matcher.ts'

const PARTS: Readonly<Record<string, string>> = {
  own: '(my | his | her)',
  not: "(isn't | is not | not)",
  cannot: "(can't | cannot)",
}

/**
 * Core phrases: they distinguish a cry for help among rough words (see rough-words.ts) from chance. Shorter phrases are
 * not used, because they were falsely recognised in a third of all other speech.
 */
export const EMERGENCY_CORES: readonly string[] = [
  '{not} breathing',
  '(stopped breathing | trouble breathing | hard to breathe | struggling to breathe)',
  '{cannot} breathe',
  '{own} chest (hurts | is tight | hurts really bad | feels tight)',
  '(chest pain | pain in {own} chest | chest pains | pressure in {own} chest | tightness in my chest)',
  'heart attack',
  '(is | am | started) choking',
  '(choking on (a | some | her | his) | something stuck in (his | her | my) throat | stuck in (his | her | my) throat)',
  '(is turning blue | lips are blue | turned blue)',
  '(is unconscious | unconscious on the | found unconscious)',
  "(won't wake up | not waking up | {cannot} wake (him | her) up | does not wake up)",
  "(not responding | isn't responding)",
  '(he | she) (just | has) collapsed',
  '(having a (stroke | seizure) | face is drooping | speech is slurred | left arm (is | feels) numb)',
  '(took too many pills | bottle of [sleeping] pills | whole bottle of | took all my pills | sleeping pills)',
  '((took | taken) too many [of] | too many (sleeping | tablets) | took all (my | her | his | the) (pills | tablets | medicine))',
  '(overdosed | an overdose | overdosing)',
  '(swallowed [some] (bleach | poison | detergent | a battery | pills | a coin) | drank [some] (bleach | poison | detergent | dish soap | drain cleaner))',
  '(want to | going to | gonna) kill myself',
  '(to end my life | i want to die | wanna die | (of | about) killing myself | commit suicide | am suicidal | feel suicidal)',
  "(don't want to (live | be alive | be here) anymore | nobody would miss me | better off without me | better off dead)",
  '(end (my | her | his) life | to end it all | kill (himself | herself) | hurt myself)',
  '(hurting myself | cut (my | her | his) wrists | cutting myself)',
  "(bleeding (a lot | badly | heavily | from) | {cannot} stop [the] bleeding | won't stop bleeding | i am bleeding | so much blood | a lot of blood | blood everywhere | losing blood)",
  '(throat is (swelling | closing) | tongue is swelling | face is swelling | allergic reaction)',
  '{cannot} (feel | move) (my | his | her) [left | right] (arm | leg | side | hand | face)',
  '(having convulsions | shaking on the floor)',
  '(fell down the stairs | hit (his | her | my) head | fell off (a ladder | the roof))',
  '(is on fire | a fire in (my | the) (kitchen | house | garage | bedroom | building | apartment | room) | caught fire | house is burning | full of smoke)',
  '(smell gas | smells like gas | gas leak | gas [stove | pipe | heater] is leaking | leaking gas | carbon monoxide alarm)',
  '(call an ambulance | need an ambulance | send an ambulance | get an ambulance | call nine one one | need the police | call the police)',
  '(my (husband | boyfriend | father | dad) (hit | hits | beats) me | my (husband | wife | boyfriend | girlfriend | father | dad | partner) (choked | is hitting | is beating | punched | is hurting) me)',
  '(he (hit | beats | hits | choked | is hurting) me | trying to kill me | going to kill me | threatened to kill me)',
  '(is hitting me | is attacking me | trying to break in | break into my house)',
  '(breaking into my (house | apartment | home) | is in my house | broke into my)',
  '(man is following me | someone is following me | being followed | following me home)',
  '(has a gun | has a knife | with a knife | got a gun | was stabbed | been shot | got stabbed)',
  '(was raped | raped me | sexually assaulted | being attacked | attacked me)',
  '(is dying | am dying | going to die | she is drowning | he is drowning | is drowning)',
  '(pregnant and bleeding | baby is coming | in labor)',
  '((son | daughter | child) is missing | {cannot} find my (son | daughter | child))',
  '(hit by a car | car accident | car crash | electrocuted | electric shock)',
  "rash that doesn't fade",
  '((coughing | vomiting | throwing up) blood | gasping for (air | breath) | fighting for air | blue lips | no pulse)',
  '(swallowed (something | a magnet | an earring | a marble) | drank (something | antifreeze | the cleaner) | ate (something poisonous | a laundry pod) | whole box of)',
  '(punched me | slapped me | kicked me | strangled me | threatens (me | to kill) | (stranger | man | somebody | someone) is (inside my | outside my | in my (house | room | apartment)))',
  '(slit my wrists | going to jump | gushing blood | bitten by a snake | too much insulin | had a seizure | having a fit)',
  '(flames in the | smoke in (my | the) (house | kitchen | bedroom | hallway) | is trapped | stuck under | crashed (my | the | our) car)',
  '((nothing | no reason) to live | better off if i (was | were) (dead | gone) | take my [own] life | [ending] my life tonight | ending my life)',
  '(threatening to (jump | kill | hurt) | jump off (a | the) | jump in front of | swallowed a (toy | button | bead) | unconscious)',
  '(was [just] (attacked | beaten | mugged) | stabbed (me | him | her) | a stranger is | in my bedroom | man with a (gun | knife))',
  '(catch my breath | short of breath | gasping | bleeding for | knocked (him | her | my) | burned (my | his | her) | rat poison)',
  '((has | have | just | he | she) passed out | (been | was | got) (shot | poisoned) | i see flames | (is | are) in flames)',
  '(snake bit (me | him | her) | stung by a (wasp | bee) | fell (into | in) the (river | lake | pool | pond | canal) | if i (died | was dead))',
  '((hurts | hit) me and | scared to go home | is badly hurt)',
  'help me please',
].map((pattern) => withParts(pattern, PARTS))

const findCores = createSignMatcher([{ signs: EMERGENCY_CORES, isGuarded: false }])

/** Longer than people speak without a pause. */
const READ_WORDS = 80

/** Whether one of the core phrases is among these words, word for word. */
export function saysCore(words: readonly string[]): boolean {
  return findCores(words.slice(0, READ_WORDS)).size > 0
}
