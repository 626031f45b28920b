/**
 * Words by what they stand for. Signs (`signs-of-….ts`) know how people usually put it; these catch what is put differently:
 * a person, a part of the body and what is wrong with it, near each other in any order.
 */
export const CONCEPT_WORDS = {
  other: `he she they him her them his their someone somebody mother father parents husband wife partner boyfriend girlfriend fiance fiancee
    spouse son daughter child children kid kids baby toddler infant newborn boy girl brother sister twin twins grandmother grandfather
    grandson granddaughter aunt auntie uncle cousin nephew niece friend roommate flatmate housemate roomate mate neighbor neighbour coworker
    colleague student man woman guy lady person teenager stepdad stepmom stepfather stepmother madre padre hijo hija mutter vater lad bloke
    kiddo daughters sons grandparents buddy passenger driver pal missus bub wee lodger`,
  child: `son daughter child children kid kids baby toddler infant newborn boy girl grandson granddaughter nephew niece kiddo twin twins brother sister
    stepson year`,
  self: 'i me my myself we us our mine',
  down: `collapsed collapsing collapses slumped crumpled keeled dropped fell fallen lying laying found toppled tumbled crashed floor ground tripped fall falls went_down gone_down keeled went_limp laid sprawled face_down`,
  look: `grey gray pale blue purple ashen limp floppy lifeless clammy cold stiff twitching twitchy jerking convulsing unconscious delirious
    confused disoriented nonsense gibberish jumbled foaming frothing gurgling unresponsive groaning drenched rigid sleepy drowsy motionless
    snoring vomiting out noises moaning grayish bluish yellow`,
  core: 'chest heart ribs breast breastbone sternum lungs ribcage',
  crushing: `exploded crushing squeezing tightness pressure stabbing exploding explode bursting burst crushed squeezed squeeze squashing tearing agony
    gripping vice vise elephant unbearable`,
  pain: 'pain pains painful hurts hurt hurting aches aching ache tight pian burning burns burn',
  side: 'face mouth arm arms leg legs speech side cheek eyelid smile hand words vision eye sight tongue feet toes',
  deficit: `dead strangely drooping droopy droops droop numb slurred slurring slurry jumbled garbled gibberish nonsense lopsided crooked paralyzed paralysed
    sagging slumped drooped mumbling blind lame limp uneven wonky backwards`,
  blood: 'blood bleeding bleeds bled bloody',
  much: `much lot lots everywhere pouring gushing spurting squirting pumping heavily badly puddle pool soaked soaking through spraying fast crazy
    tons loads gush constantly flowing running streaming insane drenched`,
  cut: 'cut cuts slit slashed sliced severed chopped gash gashed stabbed sawed impaled slicing ripped tore gouged',
  gore: 'red blood bone flesh muscle tendon',
  limb: 'palm knee chin forehead scalp wrist wrists arm arms leg legs hand hands finger fingers neck throat thigh artery vein veins foot thumb stomach side',
  deep: 'deep deeply bone off artery tendon spurting gushing pouring badly machine saw chainsaw everywhere blood bleeding wont',
  poison: `bleach detergent antifreeze cleaner pesticide weedkiller insecticide gasoline petrol thinner turpentine kerosene battery batteries magnet
    magnets sanitizer acetone ammonia berries disinfectant lysol windex nicotine mothball mothballs poison poisonous descaler pods pod foxglove
    deathcap nightshade oleander mushrooms mushroom pills pill tablets medicine chemicals chemical lye fluid oil`,
  ingested: `swallowed swallow drank drunk ate eaten ingested chewed licked sipped gulped inhaled mouth eat eating drinking down tasted sucked
    munched taken took necked downed bottle packet`,
  violent: `hit hits hitting beat beats beating punched punching punches slapped slapping slaps kicked kicking kicks choked choking chokes strangled
    strangling strangles attacked attacking threatening threatened threatens hurting abusing smashing smacked smacking headbutted battering
    dragging dragged`,
  household: `husband wife partner boyfriend girlfriend ex fiance spouse father mother stepdad stepmom stepfather stepmother parents uncle dad brother
    son he she they`,
  stranger:
    'man men guy guys someone somebody stranger strangers people person they intruder burglar burglars creep dude robber robbers bloke he',
  home: `house garden downstairs upstairs door doors window windows yard flat backyard basement porch hallway attic apartment garage kitchen bedroom
    landing`,
  prowl: `crowbar breaking forcing trying footsteps creeping mask masked knife gun break smashed smashing rattling jiggling climbing climbed prowling
    hiding noises moving intruder alone burglar kicking banging whispering lurking sneaking`,
  gone: 'gone missing vanished disappeared lost wandered taken nowhere',
  deathTool:
    'letters note pills rope noose bridge ledge roof razor tracks balcony overpass gun cliff tablets train blade platform goodbye goodbyes will wills exhaust',
  deathWish: `die dead end ending anymore reason ready finally everyone done without goodbye over tonight jump jumping peace suicide leave worth point alive
    forever farewell`,
  fire: 'fire flames burning blaze ablaze smoke smoking flaming smouldering sparks sparking',
  building: `kitchen house oven curtain curtains roof bedroom room flat apartment building hallway garage stove mattress sofa couch floor wall pan
    pot barn stairs stairwell upstairs downstairs neighbors toaster microwave outlet socket tent`,
  urgent: `help please quick quickly hurry emergency urgent ambulance 911 999 112 000 omg asap now scared terrified panicking sos paramedics police
    frightened dying suddenly hospital afraid desperate`,
  sick: `pain blood bleeding breathe breathing unconscious shaking vomiting seizure fainted faint collapsed swelling swollen choking burned burnt
    stung bitten overdose poisoned cold blue numb limp floppy convulsing fever dizzy gasping confused faints rash wound gash crushed trapped
    dying injured unwell delirious stabbed shot fits fitting grey gray pale spasm spasms wheezing`,
  swollen:
    'swelling swollen swells swelled puffy puffed ballooned ballooning closing closed blew tightening thick itchy tingling tingly tingle',
  airway: 'throat tongue lips lip face mouth eyes windpipe',
  allergen: `nuts nut peanut peanuts cashew cashews almond shrimp shellfish crab lobster bee bees wasp wasps hornet stung sting penicillin antibiotic
    egg eggs sesame milk prawn prawns strawberries kiwi allergic allergy epipen ant ants injection latex walnut walnuts pistachio pistachios soy fish`,
  fit: `attack seizure fit episode spasm spasms shaking clutching clutches convulsing twitching shakes fitting seized tremors stroke`,
  food: `steak meat food chicken grape grapes bone candy sweet apple carrot toy coin marble nut bread sausage hotdog popcorn bite piece chunk lego
    something pill`,
  many: `# whole all bottle bottles handful packet box lots ton bunch entire twenty thirty forty fifty dozens dozen ten fifteen many pack hundred
    loads much tons`,
  dose: `pills pill tablets tylenol advil ibuprofen aspirin xanax oxycodone opioids painkillers antidepressants insulin benadryl fentanyl heroin valium
    benzos percocet adderall morphine medication medicine meds sedatives antipsychotics lithium`,
  toxin: `bleach detergent antifreeze cleaner pesticide weedkiller insecticide gasoline petrol turpentine kerosene battery batteries magnet magnets
    sanitizer acetone ammonia disinfectant lysol windex mothball mothballs poison descaler lye foxglove chlorine acid razor`,
  took: 'swallowed drank drunk ate eaten ingested chewed gulped took taken popped downed swallow necked',
  thick: 'filling full everywhere thick under spreading black trapped filled pouring',
  grab: 'pull pulled pulling grab grabbed grabbing took dragged lure lured drag snatch snatched force forced abducted kidnapped',
  burnt: 'burned burnt scalded burn scald',
  badly: 'badly white blister blisters blistering peeling black charred severe huge bad terribly falling raw',
  stuck: 'stuck lodged jammed wedged caught',
  hurting: `hitting hits beating beats punched punching slapping slaps choking choked strangling kicking kicks punches attacking beat slapped
    whipping whips throwing_things hurting`,
  adult:
    'father mother husband partner boyfriend girlfriend wife stepdad stepfather stepmother stepmom uncle ex parents parent babysitter nanny teacher coach',
  kin: 'mother me us sister brother daughter son kids children baby child grandmother her',
  hours:
    'hour hours since ago dark night yesterday morning minutes playing playground park police school mall crowd store beach',
  mind: 'faint dizzy lightheaded woozy collapse nauseous sick sweating sweaty sweats breathless jaw weak clammy shoulder puke',
} as const

/** Words that mean danger where they are denied shortly before: "she does not even move". */
export const DENIED_WORDS = {
  lost: 'wake waking woken awake breathe breathing respond responding responsive reacting react conscious air',
  lostPart: `saying say recognise move moving talk talking speak speaking stand walk swallow cough coughing see feel open opening answer answering sit lift up cry
    crying work works swallowing smile recognize remember`,
  unceasing: 'stop stopping clot stops slow',
  away: 'home back returned return arrived returning shown come here came',
} as const
