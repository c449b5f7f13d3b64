import { Icon, type IconName } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { applyTheme, themeNames, themes, useTheme, type Theme } from './theme.js';

const icons: Readonly<Record<Theme, IconName>> = { light: 'sun', dark: 'moon', system: 'screen' };

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const theme = useTheme();
  return (
    <Menu
      label={`Colours: ${themeNames[theme]}`}
      button={<Icon name={icons[theme]} />}
      isIcon
      entries={themes.map((id) => ({
        id,
        label: themeNames[id],
        isChosen: theme === id,
        onAction: () => applyTheme(id),
      }))}
    />
  );
}
