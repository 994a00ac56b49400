'use client';

import * as texts from '#messages/editor/export';
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  fontSizes,
  lineSpacings,
  maxMarginText,
  maxTemplateName,
  maxTemplates,
  nameStyles,
  papers,
  timePlaces,
} from '#lib/transcript/text/export-template';
import { Choice } from '#components/ui/choice';
import { formatNumber } from '#lib/messages/format';
import styles from './export.module.css';
import type { TemplateChoice } from './use-template';

/** A document's template, and its options, which are initially collapsed. */
export function TemplateFields({ template, isText }: { template: TemplateChoice; isText: boolean }) {
  const { current, edit, name, names, choose } = template;
  return (
    <>
      {names.length > 0 && (
        <Choice
          label={texts.template()}
          values={['', ...names]}
          value={name}
          nameOf={(value) => value || texts.standardTemplate()}
          onChoose={choose}
        />
      )}
      <details className={styles['options']}>
        <summary>{texts.options()}</summary>
        <Stack gap="sm" mt="sm">
          <Choice
            label={texts.names()}
            values={nameStyles}
            value={current.names}
            nameOf={(style) => texts.nameStyles[style]()}
            onChoose={(names) => edit({ names })}
          />
          <Choice
            label={texts.times()}
            values={timePlaces}
            value={current.times}
            nameOf={nameTimes}
            onChoose={(times) => edit({ times })}
          />
          <Checkbox
            label={texts.links()}
            checked={current.links && current.times !== 'none'}
            disabled={current.times === 'none'}
            onChange={({ currentTarget }) => edit({ links: currentTarget.checked })}
          />
          {!isText && <PageFields template={template} />}
          <SaveFields template={template} />
        </Stack>
      </details>
    </>
  );
}

function nameTimes(place: (typeof timePlaces)[number]): string {
  if (place === 'turns') return texts.timesAtTurns();
  return place === 'none' ? texts.noTimes() : texts.timesEvery({ seconds: Number(place) });
}

const marginLabels = { header: texts.header, footer: texts.footer };

/** The settings of formats with pages. */
function PageFields({ template: { current, edit } }: { template: TemplateChoice }) {
  return (
    <>
      {(['header', 'footer'] as const).map((margin) => (
        <TextInput
          key={margin}
          label={marginLabels[margin]()}
          description={margin === 'footer' && texts.marginHelp()}
          value={current[margin]}
          maxLength={maxMarginText}
          dir="auto"
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={({ currentTarget }) => edit({ [margin]: currentTarget.value })}
        />
      ))}
      <Choice
        label={texts.paper()}
        values={papers}
        value={current.paper}
        nameOf={(paper) => texts.papers[paper]()}
        onChoose={(paper) => edit({ paper })}
      />
      <Group gap="sm" grow>
        <Choice
          label={texts.fontSize()}
          values={fontSizes}
          value={current.fontSize}
          nameOf={(size) => texts.points({ size })}
          onChoose={(fontSize) => edit({ fontSize })}
        />
        <Choice
          label={texts.lineSpacing()}
          values={lineSpacings}
          value={current.lineSpacing}
          nameOf={formatNumber}
          onChoose={(lineSpacing) => edit({ lineSpacing })}
        />
      </Group>
      <Checkbox
        label={texts.lineNumbers()}
        checked={current.lineNumbers}
        onChange={({ currentTarget }) => edit({ lineNumbers: currentTarget.checked })}
      />
    </>
  );
}

/** Saves the options under a name, and deletes the chosen template. */
function SaveFields({ template }: { template: TemplateChoice }) {
  const [typed, setTyped] = useState<string>();
  const [removed, setRemoved] = useState<{ name: string; undo: () => void }>();
  const as = (typed ?? template.name).trim();
  const isFull = template.names.length >= maxTemplates && !template.names.includes(as);
  return (
    <>
      <Group gap="sm" align="end" wrap="nowrap">
        <TextInput
          label={texts.templateName()}
          value={typed ?? template.name}
          maxLength={maxTemplateName}
          autoComplete="off"
          dir="auto"
          error={isFull && as !== '' && texts.tooManyTemplates({ max: maxTemplates })}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          flex={1}
        />
        <Button
          variant="default"
          disabled={as === '' || isFull || (as === template.name && !template.isChanged)}
          onClick={() => {
            template.save(as);
            setTyped(undefined);
            setRemoved(undefined);
          }}
        >
          {texts.saveTemplate()}
        </Button>
      </Group>
      {template.name !== '' && (
        <Button
          variant="default"
          onClick={() => {
            setRemoved({ name: template.name, undo: template.remove() });
            setTyped(undefined);
          }}
        >
          {texts.deleteTemplate({ name: template.name })}
        </Button>
      )}
      <output className={styles['status']}>
        {removed !== undefined && (
          <Group gap="sm">
            <Text size="sm">{texts.templateDeleted({ name: removed.name })}</Text>
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                removed.undo();
                setRemoved(undefined);
              }}
            >
              {texts.undo()}
            </Button>
          </Group>
        )}
      </output>
    </>
  );
}
