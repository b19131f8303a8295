// embeds boards
