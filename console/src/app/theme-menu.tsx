import { Icon, type IconName } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { applyTheme, themeNames, themes, useTheme, type Theme } from './theme.js';

const icons: Readonly<Record<Theme, IconName>> = { light: 'sun', dark: 'moon', system: 'screen' };

/** Menu for light, dark or the system's theme. */
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
